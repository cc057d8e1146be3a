type Values = Readonly<Record<string, unknown>>;

/** Encodes nested values as `a=1&b[]=2&c[d]=3`. */
export const encodeQuery = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, value]) => pairs(name, value, 0))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
    .slice(0, 6_000);

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const DEEPEST = 80;

const pairs = (name: string, value: unknown, depth: number): (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null || depth > DEEPEST)
    return [[name, depth > DEEPEST ? '' : String(value)]];
  if (Array.isArray(value)) return value.flatMap((each) => pairs(`${name}[]`, each, depth + 1));
  return Object.entries(value).flatMap(([member, each]) => pairs(`${name}[${member}]`, each, depth + 1));
};

/** Encodes a form with a file, between lines of `--b`. */
export const encodeMultipart = (values: Values, file: Buffer): Buffer =>
  Buffer.concat([
    ...Object.entries(values).map(([name, value]) =>
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(JSON.stringify(value)).slice(0, 2_000)}\r\n`,
      ),
    ),
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ]);
