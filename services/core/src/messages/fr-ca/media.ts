import type { Catalogue } from '@almanac/i18n';

/** What is said of media in French (Canada). */
export const media: Catalogue = {
  'Changes a medium.': 'Modifie un média.',
  'Deletes a medium and its files.': 'Supprime un média et ses fichiers.',
  'Files of this type, or with this content, cannot be uploaded.':
    'Les fichiers de ce type, ou de ce contenu, ne peuvent pas être téléversés.',
  'Finds pictures, or fetches them.': 'Trouve des images, ou va les chercher.',
  'Lists media.': 'Liste les médias.',
  'Must be true: media have no trash.': 'Doit être vrai : les médias n’ont pas de corbeille.',
  'No Content-Disposition was sent.': 'Aucun Content-Disposition n’a été envoyé.',
  'No Content-Type was sent.': 'Aucun Content-Type n’a été envoyé.',
  'No file was sent.': 'Aucun fichier n’a été envoyé.',
  'No media that are attached to these posts.': 'Sans les médias joints à ces articles.',
  'No smaller versions can be made of images of this type.':
    'Aucune version réduite ne peut être faite des images de ce type.',
  'Only media of these content types.': 'Seulement les médias de ces types de contenu.',
  'Only media of these kinds.': 'Seulement les médias de ces genres.',
  'Only media that are attached to these posts; 0 for none.':
    'Seulement les médias joints à ces articles; 0 pour aucun.',
  'Only media with one of these statuses.': 'Seulement les médias qui ont l’un de ces états.',
  'private hides the medium from others; otherwise the post it is attached to decides.':
    'private cache le média aux autres; sinon, l’article auquel il est joint décide.',
  'Reads a medium.': 'Lit un média.',
  'The caption.': 'La légende.',
  'The Content-Disposition names no file, as in filename="photo.jpg".':
    'Le Content-Disposition ne nomme aucun fichier, comme dans filename="photo.jpg".',
  'The description.': 'La description.',
  'The file could not be stored.': 'Le fichier n’a pas pu être enregistré.',
  'The file is empty.': 'Le fichier est vide.',
  'The file is larger than {limit} bytes.': 'Le fichier dépasse {limit} octets.',
  'The file is not what its Content-MD5 says.': 'Le fichier n’est pas celui que son Content-MD5 annonce.',
  'The form has no file under the name "file".': 'Le formulaire n’a pas de fichier sous le nom « file ».',
  'The ids of stored pictures, and the addresses of some to find or fetch.':
    'Les numéros d’images enregistrées, et les adresses d’images à trouver ou à aller chercher.',
  'Whether pictures at new addresses are fetched.': 'Indique si les images à de nouvelles adresses sont récupérées.',
  'The id of the medium.': 'Le numéro du média.',
  'The id of the post that the medium is attached to.': 'Le numéro de l’article auquel le média est joint.',
  'The id of the user who owns the medium.': 'Le numéro de l’utilisateur à qui appartient le média.',
  'The medium does not exist.': 'Le média n’existe pas.',
  'The name in the address, unique among all records.': 'Le nom dans l’adresse, unique parmi tous les éléments.',
  'The picture has more than {limit} pixels.': 'L’image a plus de {limit} pixels.',
  'Uploads a file.': 'Téléverse un fichier.',
  'What stands for the picture where it cannot be seen.': 'Ce qui remplace l’image là où on ne peut pas la voir.',
  'Whether the medium can be pinged.': 'Indique si le média accepte les notifications.',
  'You may not attach files to this post.': 'Vous ne pouvez pas joindre de fichiers à cet article.',
  'You may not delete this medium.': 'Vous ne pouvez pas supprimer ce média.',
  'You may not edit media.': 'Vous ne pouvez pas modifier les médias.',
  'You may not edit this medium.': 'Vous ne pouvez pas modifier ce média.',
  'You may not upload files as somebody else.':
    'Vous ne pouvez pas téléverser de fichiers au nom de quelqu’un d’autre.',
  'You may not upload files.': 'Vous ne pouvez pas téléverser de fichiers.',
  '{name} is neither an id nor an address.': '{name} n’est ni un numéro ni une adresse.',
  '{name} names a record that nothing can be attached to.': '{name} désigne un élément auquel rien ne peut être joint.',
};
