export const repository: string;
export function digestOfSources(root?: string): string;
export function isConsoleCurrent(root?: string): boolean;
export interface ConsoleBuild {
  /** The folder of the console's sources. */
  readonly folder: string;
  /** The folder for the result. */
  readonly next: string;
  readonly isInstalled: boolean;
}
export function ensureConsole(options?: {
  readonly root?: string;
  readonly isInstalled?: boolean;
  readonly build?: (build: ConsoleBuild) => Promise<void>;
}): Promise<boolean>;
