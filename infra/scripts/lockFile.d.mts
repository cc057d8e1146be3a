/** A machine in the words of packages: `linux`, `x64`, `glibc`. */
export interface Machine {
  readonly os: string;
  readonly cpu: string;
  /** On Linux alone. */
  readonly libc?: string;
}

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Dependencies>>;
}

export function optionalNotLocked(lock: LockFile): { of: string; name: string; version: string }[];
export function outOfStep(lock: LockFile, packageAt: (path: string) => Dependencies): string[];
