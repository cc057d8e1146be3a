export interface Step {
  readonly name: string;
  readonly method?: string;
  readonly expect: { readonly status: number };
}
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}
export interface Case {
  /** Variables of the sites of its scenarios; null for one that is not set. */
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly scenarios: readonly Scenario[];
}
export interface StepResult {
  readonly scenario: string;
  readonly step: string;
  readonly request: string;
  readonly diffs: readonly string[];
}
export interface Site {
  readonly base: string;
  stop(): Promise<void>;
}
export function startSite(command: string, root: string, seconds?: number): Promise<Site>;
export function replayScenario(
  scenario: Scenario,
  base: string,
  users: Record<string, unknown>,
  timeout: number,
): Promise<StepResult[]>;
