/** Matches names of members and arguments with secret values, as a part of the name in any case. */
const SECRET = /pass(?:word|wd|phrase)|secret|token|nonce|credential|authorization|cookie|principal|api[-_]?key/i;
/** A token with a short name, in the call back of the translation engine. */
const TOKEN = 't';
/** Matches lines that need a closer look: with a secret name, or with an encoding that may hide one. */
const POSSIBLE_SECRET = new RegExp(`${SECRET.source}|\\b${TOKEN}=|%[0-9a-f]{2}|\\\\u|//[^/]*@`, 'i');
const REDACTED = '…';
/** Maximum nesting of addresses, forms and JSON that is parsed; deeper values are hidden as a whole. */
const DEPTH = 6;

const USER_INFORMATION = /(\/\/[^\s/?#@:]*):[^\s/?#]*@/g;
const MEMBER = /("(?:[^"\\]|\\.){0,100}")(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g;

/** Decodes byte by byte, so that no input is too malformed. */
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

/** Hides secrets in percent-encoded text. */
const hiddenEncoded = (part: string, depth: number): string => {
  const read = decoded(part);
  if (read === part) return part;
  const hidden = hiddenInText(read, depth - 1);
  return hidden === read ? part : encoded(hidden);
};

/** Hides secrets in a value, which may contain an address, plain or percent-encoded. */
const hiddenInValue = (value: string, depth: number): string => {
  const plain = value.includes('=') ? hiddenInText(value, depth - 1) : value;
  return plain === value ? hiddenEncoded(value, depth) : plain;
};

/** Hides the value of a secret argument and secrets in the text before it: `/posts?password=x`. */
const hiddenInArgument = (text: string, depth: number): string => {
  const end = text.indexOf('=');
  if (end === -1) return hiddenEncoded(text, depth);
  const start = text.lastIndexOf('?', end) + 1;
  const [before, name, value] = [text.slice(0, start), text.slice(start, end), text.slice(end + 1)];
  const shown = isSecretArgument(name) ? REDACTED : hiddenInValue(value, depth);
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

/** Hides secrets in incomplete JSON: a beginning, or a quotation in a message. */
const hiddenInMember = (whole: string, { name, colon, value }: Record<string, string>, depth: number): string => {
  const read = parsed(name ?? '');
  if (isSecret(String(read ?? name))) return `${name}${colon}"${REDACTED}"`;
  const text = parsed(value ?? '');
  if (typeof text !== 'string') return whole;
  const hidden = hiddenInText(text, depth - 1);
  return hidden === text ? whole : `${name}${colon}${JSON.stringify(hidden)}`;
};

const hiddenInText = (text: string, depth: number): string => {
  if (depth === 0) return /[=:%]/.test(text) ? REDACTED : text;
  const whole = parsed(text);
  if (whole !== undefined) {
    const hidden = JSON.stringify(hiddenIn(whole, depth - 1));
    return hidden === JSON.stringify(whole) ? text : hidden;
  }
  return text
    .replace(USER_INFORMATION, `$1:${REDACTED}@`)
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
    Object.entries(value).map(([name, each]) => [name, isSecret(name) ? REDACTED : hiddenIn(each, depth)]),
  );
};

/**
 * Replaces secret values in a JSON line of the log by `…`, judged by their names.
 * It finds members and arguments in any form: percent-encoded, in forms, in JSON, in addresses and in addresses within
 * addresses.
 */
export const withoutSecrets = (line: string): string =>
  POSSIBLE_SECRET.test(line) ? `${JSON.stringify(hiddenIn(JSON.parse(line), DEPTH))}\n` : line;
