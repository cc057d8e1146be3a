import { createOutgoing, type Outgoing, type Policy, publicPolicy, type SlotLimits } from '@almanac/outgoing';
import { createDiskFiles } from './files/diskFiles.ts';
import type { MediaPorts, UploadLimits } from './mediaPorts.ts';

export interface MediaOnDiskOptions {
  /** Folder of the files; it is created. */
  readonly folder: string;
  /** Default: 64 MiB, and as many pixels as need at most 300 MB of memory to read. */
  readonly limits?: Partial<UploadLimits>;
  /** The addresses that pictures are fetched from; default: public ones. */
  readonly policy?: Policy;
  readonly outgoing?: Outgoing;
}

const MIB = 1024 * 1024;
const LIMITS: UploadLimits = { bytes: 64 * MIB, pixels: { lines: 100_000_000, whole: 25_000_000, copies: 16_000_000 } };

/** Limits of concurrent fetches: each fetched picture is in memory, with at most 16 MiB. */
const PLACES: SlotLimits = { running: 12, waiting: 64 };

/** Creates the media ports with files in a local folder. */
export const mediaOnDisk = ({
  folder,
  limits,
  policy = publicPolicy(),
  outgoing = createOutgoing({ places: PLACES, policy }),
}: MediaOnDiskOptions): MediaPorts => {
  const files = createDiskFiles(folder);
  return { files, incoming: files.incomplete, limits: { ...LIMITS, ...limits }, outgoing };
};
