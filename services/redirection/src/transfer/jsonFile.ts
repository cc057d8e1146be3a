import { type DomainError, UNTRANSLATED } from '@almanac/i18n';
import { isObject } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { redirectionErrors } from '../errors.ts';
import type { Group } from '../groups/group.ts';
import { groupView } from '../groups/groupLists.ts';
import { ruleView } from '../rules/ruleView.ts';
import type { CountedRules } from './exportedRules.ts';
import { MAX_LINES, tooManyLines } from './fileLines.ts';
import { transferMessages } from './parsed.ts';
import { piecesOf, type ReceivedFile } from './receivedFile.ts';
import { writtenSource } from './ruleSource.ts';

// docs/interface/redirection.md §12.1

type Members = Readonly<Record<string, unknown>>;

/** The valid entries of a JSON file. */
export interface JsonFile {
  readonly groups: readonly Members[];
  readonly rules: AsyncIterable<unknown>;
}

const MAX_GROUPS = 1_000;
/** The limit of nested objects and lists; an exported rule has five. */
const MAX_DEPTH = 20;
/** The limit of JSON tokens in one rule or group. */
const MAX_ENTRY_TOKENS = 10_000;

/** The language of dates in files, for writing and for reading. */
export const FILE_LANGUAGE = UNTRANSLATED;

const unreadable = (reason: string): DomainError =>
  redirectionErrors.invalidJson({ params: { reason: reason.slice(0, 200) } });

/**
 * Reads a JSON file once for its groups and its faults. The caller then reads its rules one by one.
 * @throws DomainError 400 for invalid JSON, a missing list of redirects, or too many redirects
 */
export const readJson = async (file: ReceivedFile): Promise<JsonFile> => {
  const groups: Members[] = [];
  const reader = new EntryReader();
  let [count, members] = [0, 0];
  for await (const { list, value } of entriesOf(file, reader)) {
    if (list === 'redirects') count += redirectsIn(value);
    if (list === 'members') members++;
    if (Math.max(count, members) > MAX_LINES) throw tooManyLines();
    if (list === 'groups' && isObject(value) && groups.length < MAX_GROUPS) groups.push(value);
  }
  if (!reader.hasRedirects && !reader.hasSources) throw unreadable(transferMessages.jsonForm);
  return { groups, rules: rulesOf(file, reader.hasRedirects ? 'redirects' : 'members') };
};

/** Returns the number of redirects of an entry; one with several sources has as many. */
const redirectsIn = (entry: unknown): number =>
  isObject(entry) && Array.isArray(entry.sources) ? Math.max(1, entry.sources.length) : 1;

async function* rulesOf(file: ReceivedFile, wanted: Entry['list']): AsyncGenerator<unknown> {
  for await (const { list, value } of entriesOf(file, new EntryReader())) if (list === wanted) yield value;
}

/** An entry of one of the two lists of a file, or a member of the file as a redirect. */
interface Entry {
  readonly list: 'groups' | 'redirects' | 'members';
  readonly value: unknown;
}

/** Matches the name of a member that is the source of a redirect. */
const SOURCE = /^(?:\^?\/|https?:\/\/)/;
/** Matches a path in which programs name parts of an address: `/blog/:slug`, `/blog/*`, `/blog/(.*)`. */
const TEMPLATE = /\/:\w|\*|\([.\\[?:]/;

/** Converts a member of a map from sources to targets to an entry; null if it is no redirect. */
const memberEntry = (source: string, target: unknown): Members | null => {
  if (typeof target !== 'string' || !SOURCE.test(source)) return null;
  const plain = TEMPLATE.test(source) ? 'wildcard' : 'exact';
  const comparison = source.startsWith('^') ? 'regex' : plain;
  return { sources: [{ pattern: source, comparison }], target };
};

async function* entriesOf(file: ReceivedFile, reader: EntryReader): AsyncGenerator<Entry> {
  for await (const piece of piecesOf(file)) yield* reader.read(piece);
  reader.end();
}

/** The lists of redirects of a file: here, and of other programs. */
const REDIRECT_LISTS: readonly unknown[] = ['redirects', 'redirections'];
const PATHS = ['$.groups.*', '$.redirects.*', '$.redirections.*'];

/** Finds the entries of a file piece by piece. A file may also be a list of redirects, or a map from sources to targets. */
class EntryReader {
  /** True once the list of redirects has begun. */
  hasRedirects = false;
  /** True once a member of the file names a source and a target. */
  hasSources = false;
  readonly #tokens = new Tokenizer();
  #values = new TokenParser({ paths: PATHS, keepStack: false });
  #entries: Entry[] = [];
  #depth = 0;
  /** The depth of the lists. */
  #listDepth = 2;
  #count = 0;
  #name = '';
  /** True between the name of a member of the file and its value. */
  #isNamed = false;

  constructor() {
    this.#tokens.onToken = (token) => {
      this.#look(token);
      this.#values.write(token);
    };
    this.#values.onValue = ({ value, parent, stack }) => {
      const name = stack[1]?.key;
      if (Array.isArray(parent)) this.#entries.push({ list: name === 'groups' ? name : 'redirects', value });
    };
  }

  /** Reads the file as a list of redirects. */
  #beginList(): void {
    this.hasRedirects = true;
    this.#listDepth = 1;
    this.#values = new TokenParser({ paths: ['$.*'], keepStack: false });
    this.#values.onValue = ({ value }) => this.#entries.push({ list: 'redirects', value });
  }

  /** @throws DomainError 400 */
  read(piece: Buffer): readonly Entry[] {
    this.#entries = [];
    this.#attempt(() => this.#tokens.write(piece));
    return this.#entries;
  }

  /** @throws DomainError 400 for a file that ends too early */
  end(): void {
    if (!this.#values.isEnded) this.#attempt(() => this.#tokens.end());
    if (!this.#values.isEnded) throw unreadable(transferMessages.jsonEnd);
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof TokenizerError || error instanceof TokenParserError) throw unreadable(error.message);
      throw error;
    }
  }

  #look({ token, value }: { readonly token: TokenType; readonly value?: unknown }): void {
    if (this.#depth === 1 && this.#listDepth > 1) this.#lookAtMember(token, value);
    const isList = token === TokenType.LEFT_BRACKET;
    if (this.#depth === 0 && isList) this.#beginList();
    if (this.#depth === 1 && isList && REDIRECT_LISTS.includes(this.#name)) this.hasRedirects = true;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--;
    this.#count = this.#depth <= this.#listDepth ? 0 : this.#count + 1;
    if (this.#depth > MAX_DEPTH || this.#count > MAX_ENTRY_TOKENS) throw unreadable(transferMessages.jsonSize);
  }

  /** Looks at a token of the file as an object. */
  #lookAtMember(token: TokenType, value: unknown): void {
    if (token === TokenType.COLON) this.#isNamed = true;
    else if (this.#isNamed) {
      this.#isNamed = false;
      const entry = memberEntry(this.#name, token === TokenType.STRING ? value : undefined);
      this.#entries.push({ list: 'members', value: entry });
      if (entry !== null) this.hasSources = true;
    } else if (typeof value === 'string') this.#name = value;
  }
}

/** Converts a rule of a JSON file to the form of a request. A target that is a text becomes `action_data.url`. */
export const sentOfJson = (rule: Members): Members => {
  const { url, match_data: data, action_data: target, ...members } = rule;
  const regex = isObject(data) && isObject(data.source) ? data.source.flag_regex === true : Boolean(members.regex);
  return {
    ...members,
    url: typeof url === 'string' ? writtenSource(url, regex) : url,
    match_data: data,
    action_data: typeof target === 'string' ? { url: target } : target,
  };
};

const INDENT = 4;

/** Returns a value as JSON, indented for its depth in another value. */
const nested = (value: unknown, depth: number): string =>
  JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${' '.repeat(INDENT * depth)}`);

/** Returns rules as entries of a JSON file. */
const jsonRules = ({ rules, hits }: CountedRules, settings: Settings): string =>
  rules
    .map((rule) => ruleView(rule, { hits: hits(rule.id), groupEnabled: true, settings, language: FILE_LANGUAGE }))
    .map((view) => `${' '.repeat(2 * INDENT)}${nested(view, 2)}`)
    .join(',\n');

interface FileFacts {
  readonly groups: readonly Group[];
  /** The number of exported rules by group. */
  readonly counts: ReadonlyMap<number, number>;
  readonly settings: Settings;
  readonly version: string;
  readonly at: Date;
}

/** Yields rules and groups as a JSON file, in parts. Importing it restores them unchanged. */
export async function* jsonFile(
  parts: AsyncIterable<CountedRules>,
  { groups, counts, settings, version, at }: FileFacts,
): AsyncGenerator<string> {
  const views = groups.map((group) => groupView(group, counts.get(group.id) ?? 0));
  const plugin = nested({ version, date: at.toUTCString() }, 1);
  yield `{\n    "plugin": ${plugin},\n    "groups": ${nested(views, 1)},\n    "redirects": [`;
  let isEmpty = true;
  for await (const part of parts) {
    yield `${isEmpty ? '' : ','}\n${jsonRules(part, settings)}`;
    isEmpty = false;
  }
  yield `${isEmpty ? '' : '\n    '}]\n}\n`;
}
