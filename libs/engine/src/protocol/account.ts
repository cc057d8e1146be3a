import { z } from 'zod';
import { operation } from './operation.ts';

const MAX_PEOPLE = 1_000;
const MAX_ENGINES = 50;

const formalities = ['default', 'formal', 'informal'] as const;

/** A translator or manager at the site. */
const person = z.object({ email: z.string().max(320), name: z.string().max(300) }).meta({ id: 'Person' });
const people = z.array(person).max(MAX_PEOPLE);

const knownPerson = z
  .object({ email: z.string(), subscription: z.string().meta({ description: 'active, inactive' }) })
  .meta({ id: 'KnownPerson' });

const machine = z
  .object({
    engine: z.string().min(1).max(64),
    name: z.string().max(100),
    enabled: z.boolean(),
    cost: z.number().min(0).meta({ description: 'Credits a word' }),
    formality_available: z.boolean(),
    formality_settings: z.object({
      languages: z.array(z.object({ lang_code: z.string().max(20), formality: z.enum(formalities) })).max(100),
    }),
  })
  .meta({ id: 'Engine' });

/** The choices for an engine; a list of them is in order of preference. */
export const chosenMachine = machine
  .pick({ engine: true, enabled: true, formality_settings: true })
  .partial({ formality_settings: true })
  .meta({ id: 'ChosenEngine' });

export type Person = z.infer<typeof person>;
export type Machine = z.infer<typeof machine>;
export type ChosenMachine = z.infer<typeof chosenMachine>;

/** Operations of the account service. */
export const accountOperations = {
  registerSite: operation({
    method: 'POST',
    path: '/v1/sites',
    summary:
      'Registers a site and who manages it, or tells the new address of one that has moved: the same key has the same keys.',
    asked: z.object({
      key: z.string().min(1).max(128),
      url: z.string().max(2_000),
      manager: person,
      translators: people,
      managers: people,
    }),
    answer: z.object({ site: z.uuid(), secret_key: z.string().min(32), shared_key: z.string().min(32) }),
    grantsAccess: true,
  }),
  siteStatus: operation({
    method: 'GET',
    path: '/v1/site',
    summary: 'The state of the site at the account.',
    answer: z.object({ activated: z.boolean(), state: z.enum(['enabled', 'active']) }),
    ofSite: true,
  }),
  synchronizePeople: operation({
    method: 'POST',
    path: '/v1/site/people/{role}',
    summary: 'Replaces the translators or managers of the site, and says what changed by it.',
    asked: z.object({ people }),
    answer: z.object({
      people: z.array(knownPerson),
      added: z.int().min(0),
      removed: z.int().min(0),
      unchanged: z.int().min(0),
    }),
    refusals: [404],
    ofSite: true,
  }),
  openConsole: operation({
    method: 'POST',
    path: '/v1/site/console',
    summary: 'An address that signs somebody in at the console, once, within 60 seconds.',
    asked: z.object({ email: z.string().max(320) }),
    answer: z.object({ url: z.url() }),
    ofSite: true,
    grantsAccess: true,
  }),
  engines: operation({
    method: 'GET',
    path: '/v1/site/engines',
    summary: 'The machine engines in the order of preference.',
    answer: z.object({ list: z.array(machine) }),
    ofSite: true,
  }),
  chooseEngines: operation({
    method: 'PUT',
    path: '/v1/site/engines',
    summary:
      'Orders the engines, and says which are used; 422 for one that is unknown or named twice, and where none is used.',
    asked: z.object({ list: z.array(chosenMachine).min(1).max(MAX_ENGINES) }),
    answer: z.object({ success: z.literal(true) }),
    refusals: [422],
    ofSite: true,
  }),
} as const;
