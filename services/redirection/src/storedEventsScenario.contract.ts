import { sentRule, type TestService } from './testing.contract.ts';

/** Causes every type of event of redirection, at least once with all possible members. */
export const causeAllRedirectionEvents = async (served: TestService): Promise<void> => {
  const ask = async (path: string, body: object) => {
    const answer = await served.ask('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const groups = await ask('/group?orderby=id', { name: 'Campaigns', moduleId: 2 });
  const group = groups.items[0].id;
  await ask(`/group/${group}`, { name: 'Old campaigns', moduleId: 3 });
  for (const action of ['disable', 'enable']) await ask(`/bulk/group/${action}`, { items: [group] });
  const rules = await ask('/redirect', { ...sentRule, group_id: group, title: 'Moved' });
  const rule = rules.items[0].id;
  const condition = { match_type: 'agent', action_data: { agent: 'Bot', regex: true, url_from: '/bots' } };
  await ask(`/redirect/${rule}`, { ...condition, hits: 3, last_access: '2030-05-05' });
  for (const action of ['disable', 'enable', 'reset', 'delete'])
    await ask(`/bulk/redirect/${action}`, { items: [rule] });
  const headers = [{ type: 'custom', headerName: 'x-kind', headerValue: 'test', location: 'redirect' }];
  await ask('/setting', { headers, aliases: ['old.example'], ip_logging: 2, monitor_types: ['post'], monitor_post: 2 });
  await ask('/bulk/group/delete', { items: [group] });
  await claims(served);
};

/** Takes and releases a claim. No rule needs a unique name yet, but every service can make these events. */
const claims = async ({ redirection }: TestService): Promise<void> => {
  const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
  await redirection.commands.run(context, (unit) => unit.take('spec', 'name', 'rule-1'));
  await redirection.commands.run(context, (unit) => unit.release('spec', 'name', 'rule-1'));
};
