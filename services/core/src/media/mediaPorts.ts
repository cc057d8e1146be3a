import type { Outgoing } from '@almanac/outgoing';
import type { Core } from '../core.ts';
import type { MediaFiles } from './files/mediaFiles.ts';
import type { Queue } from './renditions/oneByOne.ts';
import type { Reading } from './renditions/picture.ts';

/** The limits of an upload. */
export interface UploadLimits {
  /** Bytes of one file. */
  readonly bytes: number;
  /** Of one picture, by how it is read. */
  readonly pixels: Readonly<Record<Reading, number>>;
}

/** What media need beside the ports of every service. */
export interface MediaPorts {
  readonly files: MediaFiles;
  /** A folder of this machine for files that arrive. */
  readonly incoming: string;
  readonly limits: UploadLimits;
  /** Fetches pictures that users name by address. */
  readonly outgoing: Outgoing;
}

/** What media have beside what all slices share. */
export interface MediaCore extends Core {
  readonly media: MediaPorts & {
    /** Pictures are worked on one at a time. */
    readonly queue: Queue;
  };
}
