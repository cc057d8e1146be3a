import type { Commands } from '@almanac/aggregates';
import type { Texts } from '@almanac/i18n';
import type { ServicePorts } from '@almanac/service';
import type { FollowedSettings, Settings } from '@almanac/settings';
import type { SiteLanguages } from '@almanac/translations';
import type { PrivateHashes } from './accounts/privateHashes.ts';
import type { UserNames } from './accounts/userNames.ts';
import type { Random } from './application-passwords/secret.ts';
import type { MediaPorts } from './media/mediaPorts.ts';
import type { Queue } from './media/renditions/oneByOne.ts';

/** What the slices of core share. */
export interface Core extends ServicePorts {
  readonly commands: Commands;
  readonly settings: Settings & Pick<FollowedSettings, 'refresh'>;
  readonly languages: SiteLanguages;
  readonly texts: Texts;
  readonly names: UserNames;
  /** Hashes of account passwords. */
  readonly accountPasswords: PrivateHashes;
  /** Hashes of application passwords, by uuid. */
  readonly applicationSecrets: PrivateHashes;
  readonly random: Random;
  readonly media: MediaPorts & {
    /** Pictures are worked on one at a time. */
    readonly queue: Queue;
  };
  /** The epoch of a position of core's log (architecture §3). */
  readonly epochAt: (position: number) => Promise<number>;
  /** A new UUID, version 4. */
  readonly newId: () => string;
}
