import type { Commands } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

// Ports by which slices call one another against the direction of their imports. One slice implements a port and hands
// it to the others, so that no import leads back up.

/** The commands and context with which a caller changes records. */
export interface Acting {
  readonly commands: Commands;
  readonly context: RestRequest['context'];
}

/** The port of translators to the jobs; `jobs` implements it. */
export interface JobsOfTranslators {
  /** Unassigns the open jobs of a removed translator. */
  free(user: number, acting: Acting): Promise<void>;
}

/** The port to the account for slices that call outside services; `account` implements it. */
export interface SiteGuard {
  /** @throws DomainError 409 `i18n_site_cloned` if the site is at another address than its registered one */
  requireOwn(): Promise<void>;
}
