import type { Commands } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

// What slices ask of one another against the direction of their imports. A port is implemented by one slice and handed
// to the others, so that no import leads back up.

/** What is needed to change records for somebody. */
export interface Acting {
  readonly commands: Commands;
  readonly context: RestRequest['context'];
}

/** What translators ask of the jobs; answered by `jobs`. */
export interface JobsOfTranslators {
  /** Leaves the open jobs of a translator who is gone to nobody. */
  free(user: number, acting: Acting): Promise<void>;
}

/** What those that ask services outside ask of the account; answered by `account`. */
export interface SiteGuard {
  /** @throws DomainError 409 `i18n_site_cloned` where the site is at another address than it was registered with */
  requireOwn(): Promise<void>;
}
