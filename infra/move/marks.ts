import { createHash } from 'node:crypto';
import { type ImportKey, KEYS_ROUTE, KeyQueue } from '../import/keyQueue.ts';
import type { SiteClient } from '../import/siteClient.ts';

/** A record of the old site on this site, with its state at the last run. */
export interface Mark {
  /** The id on this site. */
  readonly id: number;
  /** The digest of what was sent; empty for a record that was deleted on the old site. */
  readonly sent: string;
  /** The digest of the record as this site answered; another one shows that a person changed it here. */
  readonly stored: string;
  /** The newest revision that was moved; 0 for none. */
  readonly revision: number;
}

const MAX_LISTED_KEYS = 500;

/** Returns a short digest of a value. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 20);

const textOf = ({ sent, stored, revision }: Mark): string => `${sent} ${stored} ${revision}`;

const parsed = ({ id, mark = '' }: ImportKey): Mark => {
  const [sent = '', stored = '', revision = '0'] = mark.split(' ');
  return { id, sent, stored, revision: Number(revision) };
};

/**
 * The marks of moved records, stored on the site itself: a run that was killed goes on without a file of its own, from
 * any machine. They are private entries, so storing them commits nothing.
 */
export class Marks {
  readonly #site: SiteClient;
  readonly #prefix: string;
  readonly #kinds = new Map<string, Map<number, Mark>>();
  readonly #queue: KeyQueue;

  /** @param host the host of the old site */
  constructor(site: SiteClient, host: string) {
    this.#site = site;
    this.#prefix = `move:${host}:`;
    this.#queue = new KeyQueue(site);
  }

  /** Reads the marks of all kinds. */
  async read(): Promise<void> {
    for (let after = ''; ; ) {
      const query = new URLSearchParams({ prefix: this.#prefix, ...(after !== '' && { after }) });
      const page = await this.#site.request<ImportKey[]>('GET', `${KEYS_ROUTE}?${query}`);
      for (const each of page) {
        const [kind = '', id = ''] = each.key.slice(this.#prefix.length).split(':');
        this.#of(kind).set(Number(id), parsed(each));
      }
      const last = page.at(-1);
      if (last === undefined || page.length < MAX_LISTED_KEYS) return;
      after = last.key;
    }
  }

  /** Returns the mark of a record of the old site. */
  get(kind: string, oldId: number): Mark | undefined {
    return this.#of(kind).get(oldId);
  }

  /** Returns the ids of the old site with a mark. */
  idsOf(kind: string): readonly number[] {
    return [...this.#of(kind).keys()];
  }

  /** Stores a mark, together with those that are set while a request runs. */
  async set(kind: string, oldId: number, mark: Mark): Promise<void> {
    this.#of(kind).set(oldId, mark);
    await this.#queue.add([{ key: `${this.#prefix}${kind}:${oldId}`, id: mark.id, mark: textOf(mark) }]);
  }

  #of(kind: string): Map<number, Mark> {
    const known = this.#kinds.get(kind) ?? new Map<number, Mark>();
    this.#kinds.set(kind, known);
    return known;
  }
}
