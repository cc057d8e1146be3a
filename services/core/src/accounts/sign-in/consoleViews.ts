import type { Capability } from '@almanac/identity';

/** A page for those who run the site (docs/interface/pages.md §7.3). */
export interface ConsoleView {
  /** Its address below that of the administration. */
  readonly name: string;
  /** In English. */
  readonly title: string;
  /** What whoever sees it may do. */
  readonly capability: Capability;
}

export const historyView: ConsoleView = { name: 'history', title: 'History', capability: 'manage_options' };

/** In the order in which they are named. */
export const consoleViews: readonly ConsoleView[] = [historyView];
