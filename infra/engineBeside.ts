import { randomBytes } from 'node:crypto';
import { type Log, outsideAddress, readEnvironment, secretText } from '@almanac/service';
import { z } from 'zod';

/** The environment variables of the translation engine of a site on this machine. */
export const engineVariables = {
  /** The address of an engine, or `embedded` for one that runs beside the site. */
  TRANSLATION_ENGINE: z.union([z.literal('embedded'), outsideAddress]).optional(),
  TRANSLATION_ENGINE_KEY: secretText(32).optional(),
  LIBRETRANSLATE_URL: outsideAddress.optional(),
  LIBRETRANSLATE_KEY: z.string().optional(),
};

const variables = z.object({ ...engineVariables, PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional() });

type Environment = Readonly<Record<string, string | undefined>>;

export interface EngineBeside {
  /** The variables with the engine's address and key for services; empty if there is no engine beside the site. */
  readonly told: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the stand-in engine beside a site on a loopback port, if the operator wants one.
 * @param beside `file`: the file of its jobs, or `:memory:`
 * @throws ConfigurationError
 */
export const engineBeside = async (
  environment: Environment,
  beside: { readonly file: string; readonly log: Log },
): Promise<EngineBeside> => {
  const settings = readEnvironment(variables, environment);
  if (settings.TRANSLATION_ENGINE !== 'embedded') return { told: {}, stop: async () => undefined };
  const { LIBRETRANSLATE_URL: address, LIBRETRANSLATE_KEY: apiKey, PUBLIC_URL: site } = settings;
  const key = settings.TRANSLATION_ENGINE_KEY ?? randomBytes(32).toString('base64url');
  const { startEngine } = await import('@almanac/engine');
  const engine = await startEngine({
    port: 0,
    file: beside.file,
    key,
    site,
    log: beside.log.child({ service: 'engine' }),
    ...(address !== undefined && { machine: { address, apiKey } }),
  });
  const told = { TRANSLATION_ENGINE: engine.address, TRANSLATION_ENGINE_KEY: key };
  return { told, stop: () => engine.stop() };
};
