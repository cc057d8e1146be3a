interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The parts of jest's report that are read. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface Results {
  readonly reports: readonly Report[];
  readonly notRun: Readonly<Record<string, string>>;
  readonly broken: boolean;
}

export interface Counted {
  readonly total: Counts;
  readonly workspaces: ReadonlyMap<string, Counts>;
  readonly faults: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

export function countedResults(results: Results | undefined, expected: readonly string[], root: string): Counted;
export function failures(results: Results | undefined, faults: readonly string[], root: string): string[];
export function line(counts: Counts): string;
export function slowest(results: Results, root: string, count?: number): string[];
export function reasons(results: Results, skipped: Counted['skipped'], root: string): string[];
