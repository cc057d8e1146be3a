/** Requests to a registry of images, with the credentials of `docker login`. */
import { attachArtifactToImage, getImageDigest, getRegistryCredentials } from '@sigstore/oci';

/** A registry closes idle connections while an image is built; a request on such a one is sent again. */
const fetchOpts = { retry: 3 };

const credentialsFor = (imageName) => {
  try {
    return getRegistryCredentials(imageName);
  } catch {
    // a registry without sign-in
    return undefined;
  }
};

export const digestOf = (imageName, imageTag) =>
  getImageDigest({ imageName, imageTag, credentials: credentialsFor(imageName), fetchOpts });

export const attach = async (imageName, imageDigest, { mediaType, content }) => {
  const credentials = credentialsFor(imageName);
  const { digest } = await attachArtifactToImage({
    imageName,
    imageDigest,
    artifact: Buffer.from(content),
    mediaType,
    credentials,
    fetchOpts,
  });
  return digest;
};
