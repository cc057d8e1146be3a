import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns an IP address in canonical form; undefined if it is invalid. */
export const canonicalIp = (text: string): string | undefined => {
  if (isIPv4(text)) return text;
  const plain = MAPPED.exec(text)?.[1] ?? text;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain) || plain.includes('%')) return undefined;
  return new URL(`http://[${plain}]`).hostname.slice(1, -1);
};

/** Masks the host part of an IP address: the last byte of IPv4, the lower half of IPv6. */
export const maskedIp = (ip: string): string => {
  const canonical = canonicalIp(ip);
  if (canonical === undefined) return '';
  if (isIPv4(canonical)) return canonical.replace(/(?<!\d)\d+$/, '0');
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const upper = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return canonicalIp(`${upper.join(':')}::`) ?? '';
};
