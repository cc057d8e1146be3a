import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contracts, documentsOf } from './contracts.ts';
import type { PartName } from './releasableParts.ts';

const OASDIFF = fileURLToPath(new URL('.tools/oasdiff', import.meta.url));

/** The reason why OpenAPI documents cannot be compared here; undefined if they can. */
export const lackingOasdiff = (): string | undefined =>
  existsSync(OASDIFF) ? undefined : 'oasdiff is not there: infra/release/tools.sh builds it with Go';

interface BreakingChange {
  readonly text: string;
  readonly operation: string;
  readonly path: string;
}

/**
 * Returns the breaking changes of a part's public interface since its last version; the lack of oasdiff is a fault too.
 * @throws Error if oasdiff cannot read a document
 */
export const documentFaults = (part: PartName, next: Contracts, before: Contracts): string[] => {
  const lacking = lackingOasdiff();
  if (lacking !== undefined) return [lacking];
  return documentsOf(part).flatMap((name) => {
    const former = before.documents.get(name);
    if (former === undefined) return [];
    const now = next.documents.get(name);
    return now === undefined ? [`${name} is gone`] : breakingChanges(former, now).map(describe);
  });
};

const describe = ({ operation, path, text }: BreakingChange): string => `${operation} ${path}: ${text}`;

const breakingChanges = (before: string, now: string): readonly BreakingChange[] => {
  const args = ['breaking', before, now, '--format', 'json', '--allow-external-refs=false'];
  const { status, stdout, stderr } = spawnSync(OASDIFF, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`oasdiff cannot compare ${before} with ${now}: ${stderr}`);
  // a level below 3 is a warning
  const changes: readonly (BreakingChange & { readonly level: number })[] = JSON.parse(stdout);
  return changes.filter(({ level }) => level >= 3);
};
