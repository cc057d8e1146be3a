import { z } from 'zod';
import { resolutions } from './siteAccount.ts';

export const registeredAnswer = z.strictObject({ enabled: z.literal(true) });

export const statusAnswer = z.strictObject({
  activated: z.boolean(),
  state: z.string(),
  url: z.string().optional(),
  registered_url: z.string().optional(),
});

export const resolvedAnswer = z.strictObject({ as: z.enum(resolutions), registered: z.boolean(), url: z.string() });

const people = z.array(z.strictObject({ email: z.string(), subscription: z.string() }));

export const synchronisedAnswer = z.strictObject({
  result: z.strictObject({ translators: people.optional(), managers: people.optional() }),
  added: z.int(),
  removed: z.int(),
  unchanged: z.int(),
});

export const consoleAnswer = z.string();

const engineAnswer = z
  .strictObject({
    engine: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    cost: z.number(),
    formality_available: z.boolean(),
    formality_settings: z.strictObject({
      languages: z.array(z.strictObject({ lang_code: z.string(), formality: z.string() })),
    }),
  })
  .meta({ id: 'TranslationEngine' });

export const enginesAnswer = z.strictObject({ list: z.array(engineAnswer) });

export const chosenAnswer = z.strictObject({ success: z.literal(true) });
