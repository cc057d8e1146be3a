import { setTimeout as pause } from 'node:timers/promises';
import { runDueWork } from './app.ts';
import { hitsOf } from './hits/hits.ts';
import { type RuleFields, ruleDecider } from './rules/rule.ts';
import { redirectionOf } from './testing.contract.ts';

const context = { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' } as const;

const fields: RuleFields = {
  group_id: 1,
  position: 0,
  url: '/old',
  match: { type: 'url', url: '/new' },
  action_type: 'url',
  action_code: 301,
  log_exclude: false,
  title: '',
  flags: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false },
};

describe('the due work of redirection', () => {
  it('sets at its start a counter that the process before had only committed', async () => {
    const redirection = redirectionOf();
    await redirection.commands.run(context, async (unit) => {
      await unit.decide(ruleDecider, 7, { type: 'CreateRule', fields, enabled: true }, undefined);
      await unit.decide(ruleDecider, 7, { type: 'SetHits', hits: { hits: 12 } }, undefined);
    });
    const hits = async () => (await hitsOf(redirection.documents, [7]))(7).hits;
    expect(await hits()).toBe(0);
    const ending = new AbortController();
    const work = runDueWork(redirection, ending.signal);
    while ((await hits()) === 0) await pause(5);
    expect(await hits()).toBe(12);
    ending.abort();
    await work;
  });
});
