import { createOutgoing, type Outgoing, type PlaceLimits } from '@almanac/outgoing';
import { createDiskFiles } from './files/diskFiles.ts';
import type { MediaPorts, UploadLimits } from './mediaPorts.ts';

export interface MediaOnDiskOptions {
  /** The folder that keeps the files; it is made. */
  readonly folder: string;
  /** Default: 64 MiB, and as many pixels as take 300 MB at most while they are read. */
  readonly limits?: Partial<UploadLimits>;
  readonly outgoing?: Outgoing;
}

const MIB = 1024 * 1024;
const LIMITS: UploadLimits = { bytes: 64 * MIB, pixels: { lines: 100_000_000, whole: 25_000_000, copies: 16_000_000 } };

/** A picture that is fetched is in memory as a whole, with 16 MiB at most. */
const PLACES: PlaceLimits = { running: 12, waiting: 64 };

/** Media whose files are in a folder of this machine. */
export const mediaOnDisk = ({
  folder,
  limits,
  outgoing = createOutgoing({ places: PLACES }),
}: MediaOnDiskOptions): MediaPorts => {
  const files = createDiskFiles(folder);
  return { files, incoming: files.incomplete, limits: { ...LIMITS, ...limits }, outgoing };
};
