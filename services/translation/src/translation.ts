import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { ServicePorts, Settings } from '@almanac/service';
import type { MoFolders } from './moFolders.ts';
import type { JobsOfTranslators, SiteGuard } from './ports.ts';
import type { Outside } from './remoteServices.ts';

/** The dependencies that follow from the service's own settings. */
export interface Surroundings extends Outside {
  readonly moFolders: MoFolders;
}

/** The dependencies that the slices of this service share. */
export interface Translation extends ServicePorts, Surroundings {
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  readonly jobsOfTranslators: JobsOfTranslators;
  readonly siteGuard: SiteGuard;
  /** Returns a new UUID, version 4. */
  readonly newId: () => string;
}
