import type { DomainError } from '@almanac/i18n';
import { redirectionErrors } from '../errors.ts';
import { type FileBytes, piecesOf } from './receivedFile.ts';

/** The character limit of a line. */
export const MAX_LINE_CHARACTERS = 10_000;
/** The limit of lines in a file, and of redirects in a JSON file. */
export const MAX_LINES = 500_000;

const BREAK = /\r\n|\n|\r/;

export const tooManyLines = (): DomainError => redirectionErrors.tooManyLines({ params: { limit: MAX_LINES } });

/** Yields the lines of a file. A line above the limit is cut to one character more than the limit. */
export async function* linesOf(file: FileBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const cut = (line: string): string => line.slice(0, MAX_LINE_CHARACTERS + 1);
  let [last, held] = ['', ''];
  for await (const piece of piecesOf(file)) {
    const text = held + decoder.decode(piece, { stream: true });
    // A line feed may follow in the next piece.
    held = text.endsWith('\r') ? '\r' : '';
    const lines = (last + text.slice(0, text.length - held.length)).split(BREAK);
    last = cut(lines.pop() ?? '');
    for (const line of lines) yield cut(line);
  }
  if (held !== '') yield last;
  yield held === '' ? last : '';
}

/**
 * Counts the lines of a file. A file above the limit is refused before any of its rules is stored.
 * @throws DomainError 400
 */
export const requireFewLines = async (file: FileBytes): Promise<void> => {
  let count = 0;
  for await (const _line of linesOf(file)) if (++count > MAX_LINES) throw tooManyLines();
};

/** True if a line exceeds the limit. */
export const isTooLong = (line: string): boolean => line.length > MAX_LINE_CHARACTERS;
