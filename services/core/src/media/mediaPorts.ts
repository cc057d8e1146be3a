import type { Outgoing } from '@almanac/outgoing';
import type { Limiter } from '@almanac/service';
import type { Core } from '../core.ts';
import type { MediaFiles } from './files/mediaFiles.ts';
import type { Queue } from './renditions/oneByOne.ts';
import type { Reading } from './renditions/picture.ts';

/** The limits of an upload. */
export interface UploadLimits {
  /** Maximum bytes of one file. */
  readonly bytes: number;
  /** Maximum pixels of one picture, by reading mode. */
  readonly pixels: Readonly<Record<Reading, number>>;
}

/** Ports of media, in addition to those of every service. */
export interface MediaPorts {
  readonly files: MediaFiles;
  /** Local folder for incoming files. */
  readonly incoming: string;
  readonly limits: UploadLimits;
  /** Fetches pictures that users name by address. */
  readonly outgoing: Outgoing;
}

/** Core with the ports of media. */
export interface MediaCore extends Core {
  readonly media: MediaPorts & {
    /** Processes pictures one at a time. */
    readonly queue: Queue;
    /** Counts the uploads of each user. */
    readonly uploads: Limiter;
  };
}
