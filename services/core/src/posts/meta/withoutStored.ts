import { isDeepStrictEqual } from 'node:util';
import { renderMeta } from '@almanac/content-model';
import { type RestRequest, withoutArgs } from '@almanac/rest';

interface MetaArg {
  readonly meta?: object | undefined;
}

/**
 * Returns an update without the texts and members of `meta` that equal the stored ones. So callers without
 * `unfiltered_html` who send them back unchanged do not clean the HTML of others.
 * @param texts the stored texts, by argument
 */
export const withoutStored = <V extends MetaArg>(
  request: RestRequest<V>,
  texts: Readonly<Record<string, string>>,
  meta: Readonly<Record<string, unknown>>,
): RestRequest<V> => {
  const kept = Object.entries(request.args).filter(([name, value]) => value !== undefined && value === texts[name]);
  const asked = withoutArgs(
    request,
    kept.map(([name]) => name),
  );
  if (asked.args.meta === undefined) return asked;
  return { ...asked, args: { ...asked.args, meta: withoutUnchangedMeta(asked.args.meta, renderMeta(meta)) } };
};

const withoutUnchangedMeta = (sent: object, shown: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])));
