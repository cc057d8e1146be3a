import { locationOf, RuleSet, type Visit, VisitedAddress } from '@almanac/redirects';
import { modules } from '@almanac/redirects/schemas';
import type { RuleFields } from '../rules/rule.ts';
import { hasTarget, targetsOf } from '../rules/targets.ts';
import { transferMessages } from './parsed.ts';

/** Addresses that no site has. A rule that catches all of them catches every page. */
const UNUSED_ADDRESSES = ['/zq7x-4k1v/', '/v8jd/w3-mm0q', '/2031/05/k9-xo7u.html'];
/** An address without any rule. */
const NO_ADDRESS = '/\u0000';

const REFERENCE = /\$\d{1,2}|\$\{\d{1,2}\}|\\\d{1,2}/g;
/** Texts in place of what a pattern has found. */
const EXAMPLES = ['', 'x'];

type Fields = Omit<RuleFields, 'position'>;

const hostOf = (origin: string): string => URL.parse(origin)?.hostname ?? '';

/** True if a rule with a condition on the host does nothing on the site's own host. */
const isForOtherHosts = ({ match, action_type: action }: Fields, origin: string): boolean => {
  if (match.type !== 'server') return false;
  const isOwn = hostOf(match.server) === hostOf(origin);
  if (!hasTarget(action)) return !isOwn;
  return !(isOwn ? match.url_from : match.url_notfrom);
};

/** Returns the reason why a rule is imported only if it is confirmed; undefined for a harmless rule. */
export const dangerOf = (fields: Fields, origin: string): string | undefined => {
  const { match, action_type: action } = fields;
  if (action === 'nothing' || match.type === 'page' || isForOtherHosts(fields, origin)) return undefined;
  const rule = { ...fields, id: 1, position: 0, enabled: true };
  const set = new RuleSet();
  set.putGroup({ id: rule.group_id, module_id: modules.core, enabled: true });
  set.put(rule);
  const isCaught = (address: string): boolean => set.find(address).rules.length > 0;
  if (UNUSED_ADDRESSES.every(isCaught)) return transferMessages.everything;
  if (isCaught('/')) return transferMessages.root;
  const visit: Visit = {
    target: NO_ADDRESS,
    origin,
    host: hostOf(origin),
    headers: {},
    ip: '',
    now: new Date(0),
    rightAddress: (address) => address,
  };
  const plain = { ...rule, flags: { ...rule.flags, flag_regex: false } };
  const catchesItself = targetsOf(match).some((target) =>
    EXAMPLES.some((example) => {
      const sent = target.replaceAll(REFERENCE, () => example);
      const location = locationOf(plain, sent, { visit, visited: new VisitedAddress(NO_ADDRESS) });
      const page = location === undefined ? undefined : set.follow(visit, location).pages[1];
      return page !== undefined && isCaught(page);
    }),
  );
  return catchesItself ? transferMessages.ownTarget : undefined;
};
