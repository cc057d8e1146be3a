import { systemTime } from '@almanac/messaging';

/** What a process's readiness is asked of; each resolves when all is well and throws why it is not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const WITHIN = 2_000;

/** Asks all at once; what does not answer in time counts as not ready. */
export const unreadyReasons = async (checks: ReadinessChecks, within = WITHIN): Promise<Record<string, string>> => {
  const late = new AbortController();
  const reasons = Object.entries(checks).map(async ([name, check]) => {
    const reason = await Promise.race([
      check().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
      systemTime.sleep(within, late.signal).then(() => `no answer within ${within} ms`),
    ]);
    return [name, reason] as const;
  });
  const answers = await Promise.all(reasons);
  late.abort();
  return Object.fromEntries(answers.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason]])));
};
