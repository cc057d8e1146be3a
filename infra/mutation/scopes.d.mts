export interface Scope {
  /** Files, or ranges of their lines: `file.ts:3-7`. */
  readonly mutate: readonly string[];
  readonly specs: readonly string[];
}

type Name = 'store' | 'messaging' | 'permissions' | 'write' | 'views' | 'mongodb' | 'kafka';

export declare const scopes: Readonly<Record<Name, () => Scope>>;

/** Whether a mutant lies in what a scope mutates. */
export function isIn(scope: Pick<Scope, 'mutate'>, file: string, line: number): boolean;

/** Whether a spec may come to run a file, which its workspace has or depends on. */
export function canRun(spec: string, file: string): boolean;
