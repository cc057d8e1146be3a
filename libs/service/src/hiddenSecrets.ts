/** Names of members and arguments whose values are secret, as a part of the name in any case. */
const SECRET = /pass(?:word|wd|phrase)|secret|token|nonce|credential|authorization|cookie|principal|api[-_]?key/i;
/** An argument that is a token under a short name: of the translation engine's call back. */
const TOKEN = 't';
/** What a line must hold to be looked at closer: a name as it is, or a form in which one may be written otherwise. */
const SUSPECT = new RegExp(`${SECRET.source}|\\b${TOKEN}=|%[0-9a-f]{2}|\\\\u|//[^/]*@`, 'i');
const HIDDEN = '…';
/** How deep addresses, forms and JSON within one another are read; what lies deeper is hidden altogether. */
const DEPTH = 6;

const USER_INFORMATION = /(\/\/[^\s/?#@:]*):[^\s/?#]*@/g;
const MEMBER = /("(?:[^"\\]|\\.){0,100}")(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g;

/** Decodes byte by byte, so that nothing is too broken for it. */
const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_byte, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const encoded = (text: string): string =>
  text.replace(/[^\w.~…-]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return code > 0xff ? letter : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  });

const readName = (name: string): string => {
  let read = name;
  for (let count = 0; count < DEPTH && read.includes('%'); count++) read = decoded(read);
  return read;
};

const isSecret = (name: string): boolean => SECRET.test(readName(name));

const isSecretArgument = (name: string): boolean => isSecret(name) || readName(name) === TOKEN;

/** The same of what stands percent-encoded. */
const hiddenEncoded = (part: string, depth: number): string => {
  const read = decoded(part);
  if (read === part) return part;
  const hidden = hiddenInText(read, depth - 1);
  return hidden === read ? part : encoded(hidden);
};

/** A value, in which an address may stand as it is or percent-encoded. */
const hiddenInValue = (value: string, depth: number): string => {
  const plain = value.includes('=') ? hiddenInText(value, depth - 1) : value;
  return plain === value ? hiddenEncoded(value, depth) : plain;
};

/** One argument with what stands before it: `/posts?password=x`. */
const hiddenInArgument = (text: string, depth: number): string => {
  const end = text.indexOf('=');
  if (end === -1) return hiddenEncoded(text, depth);
  const start = text.lastIndexOf('?', end) + 1;
  const [before, name, value] = [text.slice(0, start), text.slice(start, end), text.slice(end + 1)];
  const shown = isSecretArgument(name) ? HIDDEN : hiddenInValue(value, depth);
  return `${hiddenEncoded(before, depth)}${name}=${shown}`;
};

const parsed = (text: string): unknown => {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};

/** JSON that is no whole: a beginning, or a quotation in a message. */
const hiddenInMember = (whole: string, { name, colon, value }: Record<string, string>, depth: number): string => {
  const read = parsed(name ?? '');
  if (isSecret(String(read ?? name))) return `${name}${colon}"${HIDDEN}"`;
  const text = parsed(value ?? '');
  if (typeof text !== 'string') return whole;
  const hidden = hiddenInText(text, depth - 1);
  return hidden === text ? whole : `${name}${colon}${JSON.stringify(hidden)}`;
};

const hiddenInText = (text: string, depth: number): string => {
  if (depth === 0) return /[=:%]/.test(text) ? HIDDEN : text;
  const whole = parsed(text);
  if (whole !== undefined) {
    const hidden = JSON.stringify(hiddenIn(whole, depth - 1));
    return hidden === JSON.stringify(whole) ? text : hidden;
  }
  return text
    .replace(USER_INFORMATION, `$1:${HIDDEN}@`)
    .replace(MEMBER, (all, name, colon, value) => hiddenInMember(all, { name, colon, value }, depth))
    .split(/(\s+|&)/)
    .map((part) => hiddenInArgument(part, depth))
    .join('');
};

const hiddenIn = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return hiddenInText(value, depth);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => hiddenIn(each, depth));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isSecret(name) ? HIDDEN : hiddenIn(each, depth)]),
  );
};

/**
 * A line of the log, in JSON, with `…` for everything that is secret by the name it stands under: members and arguments
 * in whatever form they are written, percent-encoded, as a form, as JSON, in an address or in one within another.
 */
export const withoutSecrets = (line: string): string =>
  SUSPECT.test(line) ? `${JSON.stringify(hiddenIn(JSON.parse(line), DEPTH))}\n` : line;
