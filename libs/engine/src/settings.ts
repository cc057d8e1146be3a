import { logLevel, outsideAddress, port, secretText } from '@almanac/service';
import { z } from 'zod';

/** The environment variables of an engine in its own process. */
export const engineVariables = z.object({
  TRANSLATION_ENGINE_KEY: secretText(32),
  PORT: port.default(8090),
  HOST: z.string().default('127.0.0.1'),
  ENGINE_FILE: z.string().default(':memory:'),
  PUBLIC_URL: z.url().optional(),
  LIBRETRANSLATE_URL: outsideAddress.optional(),
  LIBRETRANSLATE_KEY: z.string().optional(),
  LOG_LEVEL: logLevel.default('info'),
});
