import { queryModes, type RuleFlags } from '../rule.ts';

const isQueryMode = (value: unknown): value is RuleFlags['flag_query'] => queryModes.some((mode) => mode === value);

/**
 * Returns the flags of a source as stored: the given ones if their types are right, else the site's.
 * A pattern compares the query itself, so its mode is `exact`.
 * @param sent `match_data.source`
 */
export const cleanFlags = (sent: Readonly<Record<string, unknown>>, site: RuleFlags): RuleFlags => {
  const flag = (name: 'flag_case' | 'flag_trailing' | 'flag_regex'): boolean => {
    const value = sent[name];
    return typeof value === 'boolean' ? value : site[name];
  };
  const flag_regex = flag('flag_regex');
  const query = isQueryMode(sent.flag_query) ? sent.flag_query : site.flag_query;
  return {
    flag_query: flag_regex ? 'exact' : query,
    flag_case: flag('flag_case'),
    flag_trailing: flag('flag_trailing'),
    flag_regex,
  };
};
