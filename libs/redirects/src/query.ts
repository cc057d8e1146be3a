import { decoded } from './text.ts';

/** One parameter of a query. */
export interface Parameter {
  /** Decoded name; repeated lists are numbered, so that the second `a[]` is compared with the second one. */
  readonly name: string;
  /** The decoded name without number. */
  readonly shown: string;
  /** Decoded; null without an equals sign, which differs from an empty value. */
  readonly value: string | null;
  /** As received. */
  readonly raw: string;
}

/** Maximum number of parameters that are read. */
const MAX_QUERY_PARAMS = 200;

const word = (text: string): string => decoded(text.replaceAll('+', ' ')).replaceAll('+', ' ');

/** Parses the parameters of a query in their order. The last of repeated parameters counts. */
export const parseQuery = (query: string): Parameter[] => {
  if (query === '') return [];
  const places = new Map<string, number>();
  const byName = new Map<string, Parameter>();
  for (const raw of query.split('&', MAX_QUERY_PARAMS)) {
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

/** Formats a parameter as one text, for comparisons and lookups. */
export const parameterText = ({ name, value }: Parameter, ignoreCase: boolean): string => {
  const text = value === null ? name : `${name}=${value}`;
  return ignoreCase ? text.toLowerCase() : text;
};
