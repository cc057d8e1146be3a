import { literal, literalOf, stripAnchors } from './ruleSource.ts';

/** The text of an address that a server compares with a pattern. */
export type PatternSubject =
  /** The path with its first slash. */
  | 'path'
  /** The rest of the path after this folder: Apache compares it in directories. */
  | { readonly folder: string }
  /** The path with its query, as nginx has in `$request_uri`; also a query alone. */
  | 'address';

/** A pattern of a server in the syntax of rules. */
export interface ServerPattern {
  /** Matches the whole text that the server compares, from its first slash; without anchors. */
  readonly text: string;
  /** The number of groups in `text`. */
  readonly groups: number;
  /** The numbers of named groups. */
  readonly names: ReadonlyMap<string, number>;
  /** The only text that matches, perhaps without a slash at its end. */
  readonly only?: { readonly text: string; readonly trailing: boolean };
  /** True if the pattern matches the path with its query. */
  readonly isAddress?: boolean;
  /** Beginnings of matches: every match has one of these. */
  readonly starts: readonly string[];
}

/** A pattern is refused because rules cannot express it, or because it never matches on the server. */
export type PatternFault = 'syntax' | 'query' | 'encoded';

/** Matches the patterns of a rewrite that match every path, in Apache as in nginx. */
export const EVERY_PATH = /^(?:\^|\^?\(?\.\*\)?\$?)$/;

const FOREIGN_ESCAPES = /[1-9AZzGKRXHVNQEgkheCu]/;
const COMPLEMENTS: ReadonlyMap<string, string> = new Map([
  ['D', '[^\\d?]'],
  ['S', '[^\\s?]'],
  ['W', '[^\\w?]'],
]);
const NAMED_GROUP = /^\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/;
const PLAIN_GROUP = /^\(\?(?:i?:)/;
const CLASS = /^\[(\^?)(\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*)\]/;
const POSSESSIVE = /^[*+?}]\+/;

interface Branch {
  text: string;
  isFromStart: boolean;
  isToEnd: boolean;
}

/** Translates a pattern, character by character. A dot and negated classes of a path never match a question mark. */
class Translation {
  readonly names = new Map<string, number>();
  readonly #first: Branch = { text: '', isFromStart: false, isToEnd: false };
  readonly branches: Branch[] = [this.#first];
  groups = 0;
  fault: PatternFault | undefined;
  readonly #isPath: boolean;
  #rest: string;
  #depth = 0;

  constructor(pattern: string, isPath: boolean) {
    this.#rest = pattern;
    this.#isPath = isPath;
    while (this.#rest !== '' && this.fault === undefined) this.#next();
  }

  get #branch(): Branch {
    return this.branches.at(-1) ?? this.#first;
  }

  #take(length: number, text = this.#rest.slice(0, length)): void {
    this.#rest = this.#rest.slice(length);
    this.#branch.text += text;
  }

  #next(): void {
    const [sign = ''] = this.#rest;
    if (POSSESSIVE.test(this.#rest)) this.fault = 'syntax';
    else if (sign === '\\') this.#escape(this.#rest[1] ?? '');
    else if (sign === '[') this.#class();
    else if (sign === '(') this.#group();
    else if (sign === '^' || sign === '$') this.#anchor(sign);
    else if (sign === '|' && this.#depth === 0) {
      this.#rest = this.#rest.slice(1);
      this.branches.push({ text: '', isFromStart: false, isToEnd: false });
    } else {
      if (sign === ')') this.#depth--;
      this.#take(sign.length, sign === '.' && this.#isPath ? '[^?]' : sign);
    }
  }

  #escape(sign: string): void {
    if (sign === '' || FOREIGN_ESCAPES.test(sign)) this.fault = 'syntax';
    else if (sign === '?' && this.#isPath) this.fault = 'query';
    else this.#take(2, this.#isPath ? COMPLEMENTS.get(sign) : sign === '/' ? '/' : undefined);
  }

  #class(): void {
    const [whole, negated = '', members = ''] = CLASS.exec(this.#rest) ?? [];
    if (whole === undefined) this.fault = 'syntax';
    else this.#take(whole.length, `[${negated}${negated !== '' && this.#isPath ? '?' : ''}${members}]`);
  }

  #group(): void {
    const [whole, name, quoted] = NAMED_GROUP.exec(this.#rest) ?? [];
    const plain = PLAIN_GROUP.exec(this.#rest)?.[0];
    this.#depth++;
    if (plain !== undefined) {
      this.#take(plain.length);
      return;
    }
    if (whole === undefined && this.#rest[1] === '?') {
      this.fault = 'syntax';
      return;
    }
    this.groups++;
    if (whole !== undefined) this.names.set(name ?? quoted ?? '', this.groups);
    this.#take(whole?.length ?? 1, '(');
  }

  /** Anchors are only at the ends of a branch; elsewhere they would match the ends of the path. */
  #anchor(sign: string): void {
    const isOutside = this.#depth === 0;
    if (isOutside && sign === '^' && this.#branch.text === '') this.#branch.isFromStart = true;
    else if (isOutside && sign === '$' && /^\$(?:\||$)/.test(this.#rest)) this.#branch.isToEnd = true;
    else if (this.#isPath) this.fault = 'syntax';
    else {
      this.#take(1);
      return;
    }
    this.#rest = this.#rest.slice(1);
  }
}

/** Returns the text of a branch for the whole subject. */
const wholeBranch = ({ text, isFromStart, isToEnd }: Branch, subject: PatternSubject): string => {
  const any = subject === 'address' ? '.*' : '[^?]*';
  // `^/?` fits a path with and without its first slash
  const bare = typeof subject === 'object' && isFromStart ? text.replace(/^\/\?/, '') : text;
  const isOpen = !isFromStart && !bare.startsWith(any) && !bare.startsWith(`(${any}`);
  const end = isToEnd || bare.endsWith(any) ? '' : any;
  return `${typeof subject === 'object' ? literal(subject.folder) : ''}${isOpen ? `${any}?` : ''}${bare}${end}`;
};

const PLAIN_START = /^(?:\\[^A-Za-z0-9]|[^\\.*+?^${}()|[\]])*/;
/** A group of plain texts, such as `(?:css|js)`. */
const CHOICE = /^\((?:\?:)?((?:\\[^A-Za-z0-9]|[^\\.*+?^${}()[\]])*)\)(?![*+?{])/;

/** Returns the plain texts that a pattern begins with. */
const startsOf = (text: string): string[] => {
  const plain = PLAIN_START.exec(text)?.[0] ?? '';
  const rest = text.slice(plain.length);
  const start = (/^[*?{]/.test(rest) ? plain.replace(/(?:\\.|.)$/s, '') : plain).replaceAll(/\\(.)/gs, '$1');
  const choice = CHOICE.exec(rest)?.[1];
  return choice === undefined ? [start] : choice.split('|').map((each) => start + each.replaceAll(/\\(.)/gs, '$1'));
};

const onlyText = (pattern: string, subject: PatternSubject): ServerPattern['only'] => {
  const bounds = stripAnchors(pattern);
  const text = bounds === undefined ? undefined : literalOf(bounds.inner.replaceAll('\\s', ' '));
  if (bounds === undefined || text === undefined) return undefined;
  const path = typeof subject === 'object' ? `${subject.folder}${text}` : text;
  return path === '' ? undefined : { text: path, trailing: bounds.trailing };
};

/** Translates a pattern of Apache or nginx. Returns the fault of a pattern that rules cannot express. */
export const serverPattern = (pattern: string, subject: PatternSubject): ServerPattern | PatternFault => {
  const isPath = subject !== 'address';
  if (isPath && /%(?!25)[0-9a-f]{2}/i.test(pattern)) return 'encoded';
  const { branches, groups, names, fault } = new Translation(pattern, isPath);
  if (fault !== undefined) return fault;
  const texts = branches.map((branch) => wholeBranch(branch, subject));
  const text = texts.length === 1 ? texts.join('') : `(?:${texts.join('|')})`;
  const only = onlyText(pattern.replace(/^\^\/\?/, typeof subject === 'object' ? '^' : '^/'), subject);
  return { text, groups, names, starts: texts.flatMap(startsOf), isAddress: !isPath, ...(only && { only }) };
};

/** Returns the pattern of one path. */
export const pathPattern = (path: string): ServerPattern => ({
  text: literal(path),
  groups: 0,
  names: new Map(),
  starts: [path],
  only: { text: path, trailing: false },
});

/** Returns the pattern of all paths that begin with a text. The rest is the first group. */
export const prefixPattern = (path: string): ServerPattern => ({
  text: `${literal(path)}([^?]*)`,
  groups: 1,
  names: new Map(),
  starts: [path],
});
