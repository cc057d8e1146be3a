interface PackageRelease {
  /** The name of a package. */
  readonly name: string;
  readonly oldVersion: string;
  readonly newVersion: string;
}

/** Returns the releases that the changesets of a repository ask for. @throws Error for a changeset with faults */
export declare function releasesAt(root: string): Promise<readonly PackageRelease[]>;
