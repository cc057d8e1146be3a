import { z } from 'zod';
import { telemetryVariables } from '../settings.ts';
import { startTelemetry } from '../startTelemetry.ts';
import { type FakeReceiver, type ReceivedSpan, startFakeReceiver } from './fakeReceiver.ts';

export interface TestTelemetry {
  readonly receiver: FakeReceiver;
  /** Returns the spans that have ended. */
  spans(): Promise<readonly ReceivedSpan[]>;
  stop(): Promise<void>;
}

/** Traces this process into a fake receiver; samples every trace unless the settings say otherwise. */
export const startTraced = async (
  settings: Readonly<Record<string, string>> = {},
  warn: (fields: object, message: string) => void = () => undefined,
): Promise<TestTelemetry> => {
  const receiver = await startFakeReceiver();
  const variables = {
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
  };
  // the exporter reads the environment itself
  Object.assign(process.env, variables);
  const telemetry = await startTelemetry(z.object(telemetryVariables).parse(variables), {
    part: 'spec',
    log: { warn },
  });
  return {
    receiver,
    spans: async () => {
      await telemetry?.flush();
      return receiver.spans;
    },
    stop: async () => {
      await telemetry?.stop();
      for (const name of Object.keys(variables)) delete process.env[name];
      await receiver.stop();
    },
  };
};
