import type { Catalogue } from '@almanac/i18n';

/** What is said of media in Spanish (United States). */
export const media: Catalogue = {
  'Changes a medium.': 'Cambia un medio.',
  'Deletes a medium and its files.': 'Elimina un medio y sus archivos.',
  'Files of this type, or with this content, cannot be uploaded.':
    'No se pueden subir archivos de este tipo o con este contenido.',
  'Finds pictures, or fetches them.': 'Encuentra imágenes, o las trae.',
  'Lists media.': 'Enumera los medios.',
  'Must be true: media have no trash.': 'Debe ser verdadero: los medios no tienen papelera.',
  'No Content-Disposition was sent.': 'No se envió ningún Content-Disposition.',
  'No Content-Type was sent.': 'No se envió ningún Content-Type.',
  'No file was sent.': 'No se envió ningún archivo.',
  'No media that are attached to these posts.': 'Sin los medios adjuntos a estas entradas.',
  'No smaller versions can be made of images of this type.':
    'No se pueden hacer versiones menores de las imágenes de este tipo.',
  'Only media of these content types.': 'Solo los medios de estos tipos de contenido.',
  'Only media of these kinds.': 'Solo los medios de estas clases.',
  'Only media that are attached to these posts; 0 for none.':
    'Solo los medios adjuntos a estas entradas; 0 para ninguna.',
  'Only media with one of these statuses.': 'Solo los medios con uno de estos estados.',
  'private hides the medium from others; otherwise the post it is attached to decides.':
    'private oculta el medio a los demás; si no, decide la entrada a la que está adjunto.',
  'Reads a medium.': 'Lee un medio.',
  'The caption.': 'La leyenda.',
  'The Content-Disposition names no file, as in filename="photo.jpg".':
    'El Content-Disposition no nombra ningún archivo, como en filename="photo.jpg".',
  'The description.': 'La descripción.',
  'The file could not be stored.': 'No se pudo guardar el archivo.',
  'The file is empty.': 'El archivo está vacío.',
  'The file is larger than {limit} bytes.': 'El archivo pasa de {limit} bytes.',
  'The file is not what its Content-MD5 says.': 'El archivo no es el que anuncia su Content-MD5.',
  'The form has no file under the name "file".': 'El formulario no tiene ningún archivo con el nombre «file».',
  'The ids of stored pictures, and the addresses of some to find or fetch.':
    'Los números de imágenes guardadas, y las direcciones de imágenes que encontrar o traer.',
  'Whether pictures at new addresses are fetched.': 'Indica si se traen las imágenes de direcciones nuevas.',
  'The id of the medium.': 'El número del medio.',
  'The id of the post that the medium is attached to.': 'El número de la entrada a la que está adjunto el medio.',
  'The id of the user who owns the medium.': 'El número del usuario a quien pertenece el medio.',
  'The medium does not exist.': 'El medio no existe.',
  'The name in the address, unique among all records.': 'El nombre en la dirección, único entre todos los registros.',
  'The picture has more than {limit} pixels.': 'La imagen tiene más de {limit} píxeles.',
  'Uploads a file.': 'Sube un archivo.',
  'What stands for the picture where it cannot be seen.': 'Lo que reemplaza la imagen donde no se puede ver.',
  'Whether the medium can be pinged.': 'Indica si el medio acepta avisos.',
  'You may not attach files to this post.': 'No puede adjuntar archivos a esta entrada.',
  'You may not delete this medium.': 'No puede eliminar este medio.',
  'You may not edit media.': 'No puede editar medios.',
  'You may not edit this medium.': 'No puede editar este medio.',
  'You may not upload files as somebody else.': 'No puede subir archivos en nombre de otra persona.',
  'You may not upload files.': 'No puede subir archivos.',
  '{name} is neither an id nor an address.': '{name} no es ni un número ni una dirección.',
  '{name} names a record that nothing can be attached to.':
    '{name} nombra un registro al que no se puede adjuntar nada.',
};
