import type { ServiceName } from '@almanac/contracts';
import { createSigner, SIGNING_TIMES, type Signer } from '@almanac/event-sourcing';
import type { ServicePorts } from '../service.ts';
import { startLeasedWork } from './leasedWork.ts';

export interface SignerStart {
  readonly ports: ServicePorts;
  readonly service: ServiceName;
  readonly holder: string;
  /** The site's key; without one the log is not signed. */
  readonly key: string | undefined;
}

/** Signs a service's log after its appends, in one of the replicas (docs/adr/0031), until the stack ends. */
export const startSigner = ({ ports, service, holder, key }: SignerStart, parts: AsyncDisposableStack): Signer => {
  const signer = createSigner({ ...ports, service });
  if (key === undefined) {
    ports.log.warn('the log is not signed: SECRETS_KEY is not set');
    return signer;
  }
  const signing = startLeasedWork(
    { ports, holder, name: `signer/${service}`, rest: SIGNING_TIMES.rest },
    signer.catchUp,
  );
  parts.defer(async () => {
    await signing.stop();
    // the next start signs the rest
    if (signing.failure() === undefined)
      await signer.catchUp(AbortSignal.timeout(SIGNING_TIMES.last)).catch(() => undefined);
  });
  return signer;
};
