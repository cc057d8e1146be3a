import { bufferStartOutput } from './startOutput.ts';

describe('the output of a site’s parts while it starts', () => {
  it('is held back, except for warnings', () => {
    const lines: string[] = [];
    const output = bufferStartOutput((line) => lines.push(line));
    const amiss = [
      '[10:00:00] ERROR: [core] request failed',
      '[10:00:00] WARN: [core] disk is full',
      '[core]     at x.ts:1',
    ];
    const everyday = [
      '\u001b[32m[10:00:00] INFO\u001b[39m: [core] serves port=4000',
      '[10:00:00] WARN: [misc] waiting for Kafka reason="away"',
      '[10:00:01] WARN: [misc] kafka: The group is rebalancing',
      '[10:00:02] WARN: [core] interrupted; retrying subscription=core.popups',
      '[core]     at Runner.start (runner.js:84:7)',
    ];
    for (const line of [...everyday, ...amiss]) output.say(line);
    expect(lines).toEqual(amiss);
    output.begin();
    output.say(everyday[0] as string);
    expect(lines).toEqual([...amiss, everyday[0]]);
  });

  it('is shown if the start has failed', () => {
    const lines: string[] = [];
    const output = bufferStartOutput((line) => lines.push(line));
    output.say('[10:00:00] INFO: [core] asked');
    output.showAll();
    output.say('[10:00:01] INFO: [core] stopped');
    expect(lines).toEqual(['[10:00:00] INFO: [core] asked', '[10:00:01] INFO: [core] stopped']);
  });
});
