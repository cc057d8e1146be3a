import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';
import type { MoFolders } from './moFolders.ts';
import type { OutsideSettings } from './remoteServices.ts';

/** The commands and context with which a caller changes records. */
export type Acting = Pick<RestRequest, 'commands' | 'context'>;

/** The port of translators to the jobs; `jobs` implements it, so that no import leads back up. */
export interface JobsOfTranslators {
  /** Unassigns the open jobs of a removed translator. */
  free(user: number, acting: Acting): Promise<void>;
}

/** The port to the account for slices that call outside services; `account` implements it. */
export interface SiteGuard {
  /** @throws DomainError 409 `i18n_site_cloned` if the site is at another address than its registered one */
  requireOwn(): Promise<void>;
}

/** The dependencies that follow from the service's own settings. */
export interface Surroundings extends OutsideSettings {
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
