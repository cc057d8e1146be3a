/** Returns the digest of a tagged image: `sha256:…`. @throws OCIError if the registry does not have it */
export declare function digestOf(imageName: string, imageTag: string): Promise<string>;

/** Attaches a file to an image, as a referrer of its manifest. Returns the digest of the attachment. */
export declare function attach(
  imageName: string,
  imageDigest: string,
  file: { readonly mediaType: string; readonly content: string },
): Promise<string>;
