import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { ServicePorts, Settings } from '@almanac/service';
import type { MoFolders } from './moFolders.ts';
import type { JobsOfTranslators, SiteGuard } from './ports.ts';
import type { Outside } from './remoteServices.ts';

/** What the service's own settings lead to. */
export interface Surroundings extends Outside {
  readonly moFolders: MoFolders;
}

/** What the slices of this service share. */
export interface Translation extends ServicePorts, Surroundings {
  /** The settings of the site. */
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  readonly jobsOfTranslators: JobsOfTranslators;
  readonly siteGuard: SiteGuard;
  /** A new UUID, version 4. */
  readonly newId: () => string;
}
