import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import type { ChosenMachine, Machine, Person } from './protocol/account.ts';
import { RefusedError } from './refused.ts';
import type { Tokens } from './tokens.ts';

const CONSOLE_FOR = 60_000;

/** The available machine engines, with their cost a word. */
const MACHINES: readonly Machine[] = [
  machineOf('native', 'Native', 2, true),
  machineOf('classic', 'Classic', 1, false),
  machineOf('express', 'Express', 0.5, false),
];

function machineOf(engine: string, name: string, cost: number, formality: boolean): Machine {
  const languages = formality ? ['fr', 'es'].map((lang_code) => ({ lang_code, formality: 'default' as const })) : [];
  return {
    engine,
    name,
    cost,
    enabled: true,
    formality_available: formality,
    formality_settings: { languages },
  };
}

interface Registering {
  readonly key: string;
  readonly url: string;
  readonly translators: readonly Person[];
  readonly managers: readonly Person[];
}

const ROLES = ['translators', 'managers'] as const;
type Role = (typeof ROLES)[number];
const isRole = (name: string): name is Role => ROLES.some((role) => role === name);

/** Creates the account service: sites and their choices; every subscription is active. */
export const createAccount = (database: Database, tokens: Tokens, consoleAt: (token: string) => string) => {
  const peopleOf = (site: string, role: Role): readonly Person[] =>
    JSON.parse(String(database.row(`SELECT ${role} FROM sites WHERE id = ?`, site)?.[role] ?? '[]'));

  return {
    /** Returns the key of a registered site; undefined for an unknown site. */
    secretOf: (site: string): string | undefined => {
      const found = database.row('SELECT secret_key FROM sites WHERE id = ?', site);
      return found === undefined ? undefined : String(found.secret_key);
    },

    register: ({ key, url, translators, managers }: Registering) => {
      const made = [randomUUID(), key, url, newSecret(), newSecret()] as const;
      const people = [JSON.stringify(translators), JSON.stringify(managers)] as const;
      database.run(
        'INSERT INTO sites VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET url = excluded.url',
        ...made,
        JSON.stringify(MACHINES),
        ...people,
      );
      const site = database.row('SELECT id, secret_key, shared_key FROM sites WHERE key = ?', key);
      return { site: site?.id, secret_key: site?.secret_key, shared_key: site?.shared_key };
    },

    status: () => ({ activated: true, state: 'active' }),

    synchronize: (site: string, role: string, people: readonly Person[]) => {
      if (!isRole(role)) throw new RefusedError(404, 'People are translators or managers.');
      const before = new Set(peopleOf(site, role).map(({ email }) => email));
      const now = new Set(people.map(({ email }) => email));
      database.run(`UPDATE sites SET ${role} = ? WHERE id = ?`, JSON.stringify(people), site);
      return {
        people: [...now].map((email) => ({ email, subscription: 'active' })),
        added: now.difference(before).size,
        removed: before.difference(now).size,
        unchanged: now.intersection(before).size,
      };
    },

    openConsole: (site: string, email: string) => ({ url: consoleAt(tokens.keep({ site, email }, CONSOLE_FOR)) }),

    /** Returns the person whom a console address signs in, once. */
    enterConsole: (token: string) => tokens.read<{ readonly email: string }>(token, 'once'),

    engines: (site: string) => ({ list: enginesOf(database, site) }),

    choose: (site: string, chosen: readonly ChosenMachine[]) => {
      const known = new Map(enginesOf(database, site).map((machine) => [machine.engine, machine]));
      for (const { engine } of chosen)
        if (!known.has(engine)) throw new RefusedError(422, `There is no engine ${engine}.`);
      if (new Set(chosen.map(({ engine }) => engine)).size < chosen.length)
        throw new RefusedError(422, 'An engine is named twice.');
      if (!chosen.some(({ enabled }) => enabled)) throw new RefusedError(422, 'No engine is enabled.');
      const named = chosen.map(({ engine }) => engine);
      const list = [
        ...chosen.map((one) => ({ ...known.get(one.engine), ...one })),
        ...[...known.values()]
          .filter(({ engine }) => !named.includes(engine))
          .map((one) => ({ ...one, enabled: false })),
      ];
      database.run('UPDATE sites SET engines = ? WHERE id = ?', JSON.stringify(list), site);
      return { success: true };
    },
  };
};

const enginesOf = (database: Database, site: string): readonly Machine[] =>
  JSON.parse(String(database.row('SELECT engines FROM sites WHERE id = ?', site)?.engines ?? '[]'));

const newSecret = (): string => randomBytes(32).toString('base64url');
