import { randomBytes } from 'node:crypto';
import { startEngine } from '@almanac/engine';
import { type Log, outsideAddress, readEnvironment, secretText } from '@almanac/service';
import { z } from 'zod';

/** What an operator says of the translation engine of a site on this machine. */
export const engineVariables = {
  /** The address of an engine, or `embedded`: one that runs beside the site. */
  TRANSLATION_ENGINE: z.union([z.literal('embedded'), outsideAddress]).optional(),
  TRANSLATION_ENGINE_KEY: secretText(32).optional(),
  LIBRETRANSLATE_URL: outsideAddress.optional(),
  LIBRETRANSLATE_KEY: z.string().optional(),
};

const variables = z.object({ ...engineVariables, PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional() });

type Environment = Readonly<Record<string, string | undefined>>;

export interface EngineBeside {
  /** The variables that say to services where it is, and its key; none where the operator wants none. */
  readonly told: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the stand-in engine beside a site whose operator wants one, on a loopback port.
 * @param beside `file`: where it keeps its jobs, or `:memory:`
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
