import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Scalar } from '../documents.ts';

const FALSE = new Uint8Array([0]);
const TRUE = new Uint8Array([1]);

/**
 * Converts a scalar for a column without affinity, which keeps its kind: booleans are one-byte blobs, so that true is
 * not 1. The order is null, numbers, texts (by code point), booleans.
 */
export const toSql = (value: Scalar): SQLInputValue => {
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return value;
};

export const fromSql = (value: SQLOutputValue): Scalar => {
  if (value instanceof Uint8Array) return value[0] === 1;
  return typeof value === 'bigint' ? Number(value) : value;
};

export const sameValues = (left: readonly SQLInputValue[], right: readonly SQLInputValue[]): boolean =>
  left.every((value, place) => {
    const other = right[place];
    return value instanceof Uint8Array && other instanceof Uint8Array ? value[0] === other[0] : value === other;
  });

/** Returns a name quoted for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
