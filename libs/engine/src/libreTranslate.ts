import type { Outgoing } from '@almanac/outgoing';
import { z } from 'zod';
import type { LanguagePair, MachineText } from './machine.ts';

export interface LibreTranslateOptions {
  /** The server, such as `http://localhost:5000`. */
  readonly address: string;
  readonly apiKey?: string | undefined;
  readonly outgoing: Outgoing;
}

/** Maximum number of characters in one request; servers limit it. */
const MAX_REQUEST_CHARACTERS = 5_000;
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const answered = z.object({ translatedText: z.array(z.string()) });

/** Translates with a server that has LibreTranslate's `/translate`. It supports languages, not regions. */
export const libreTranslate = ({ address, apiKey, outgoing }: LibreTranslateOptions): MachineText => {
  const url = new URL('translate', `${address.replace(/(?<!\/)\/+$/, '')}/`);

  const ask = async (texts: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]> => {
    const { status, body } = await outgoing.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      content: JSON.stringify({ q: texts, ...pair, format: 'html', ...(apiKey !== undefined && { api_key: apiKey }) }),
      timeout: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    });
    if (status !== 200) throw new Error(`the machine answered ${status}`);
    const { translatedText } = answered.parse(JSON.parse(body.toString()));
    if (translatedText.length !== texts.length) throw new Error('the machine answered another number of texts');
    return translatedText;
  };

  return {
    translate: async (texts, { source, target }, signal) => {
      const pair = { source: languageOf(source), target: languageOf(target) };
      if (pair.source === pair.target) return texts;
      const made: string[] = [];
      for (const portion of portionsOf(texts)) made.push(...(await ask(portion, pair, signal)));
      return made;
    },
  };
};

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

const portionsOf = (texts: readonly string[]): readonly (readonly string[])[] => {
  const portions: string[][] = [];
  let letters = MAX_REQUEST_CHARACTERS;
  for (const text of texts) {
    letters += text.length;
    if (letters > MAX_REQUEST_CHARACTERS) {
      portions.push([]);
      letters = text.length;
    }
    portions.at(-1)?.push(text);
  }
  return portions;
};
