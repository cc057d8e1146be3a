import { decoded } from './text.ts';

/** One parameter of a query. */
export interface Parameter {
  /** Decoded; the second `a[]` is `a[1]` here in all but spelling, so that lists are compared by place. */
  readonly name: string;
  /** Decoded, as it was written. */
  readonly shown: string;
  /** Decoded; null where there is no equals sign, which is not the same as an empty value. */
  readonly value: string | null;
  /** As it was sent. */
  readonly raw: string;
}

/** The most parameters that are looked at. */
const MOST = 200;

const word = (text: string): string => decoded(text.replaceAll('+', ' ')).replaceAll('+', ' ');

/** The parameters of a query in their order. Of one that is repeated the last counts. */
export const parseQuery = (query: string): Parameter[] => {
  if (query === '') return [];
  const places = new Map<string, number>();
  const byName = new Map<string, Parameter>();
  for (const raw of query.split('&', MOST)) {
    if (raw === '') continue;
    const parameter = parameterOf(raw, places);
    byName.set(parameter.name, parameter);
  }
  return [...byName.values()];
};

const parameterOf = (raw: string, places: Map<string, number>): Parameter => {
  const mark = raw.indexOf('=');
  const shown = word(mark === -1 ? raw : raw.slice(0, mark));
  const value = mark === -1 ? null : word(raw.slice(mark + 1));
  if (!shown.includes('[]')) return { name: shown, shown, value, raw };
  const place = places.get(shown) ?? 0;
  places.set(shown, place + 1);
  return { name: `${shown} ${place}`, shown, value, raw };
};

/** A parameter as one text, for comparing and for looking up. */
export const parameterText = ({ name, value }: Parameter, ignoreCase: boolean): string => {
  const text = value === null ? name : `${name}=${value}`;
  return ignoreCase ? text.toLowerCase() : text;
};
