import type { Catalogue } from '@almanac/i18n';

/** What concerns the settings of the site, in Spanish (United States). */
export const settings: Catalogue = {
  'The name of the site.': 'El nombre del sitio.',
  'What the site is about, in a few words.': 'De qué trata el sitio, en pocas palabras.',
  'The time zone of the site’s clocks.': 'La zona horaria de los relojes del sitio.',
  'The language whose addresses name none; chosen at the first start.':
    'El idioma cuyas direcciones no nombran ninguno; se elige en el primer arranque.',
  'The sign of the currency of costs.': 'El símbolo de la moneda de los precios.',
  'The currency of costs, in three letters.': 'La moneda de los precios, en tres letras.',
  'Where the sign of the currency stands.': 'Dónde va el símbolo de la moneda.',
  'How many events a page of a list has.': 'Cuántos eventos tiene una página de una lista.',
  'When a day of the calendar ends and the next begins: HH:MM.':
    'Cuándo acaba un día del calendario y empieza el siguiente: HH:MM.',
  'Whether times are shown in the event’s own zone or in the site’s.':
    'Si las horas se muestran en la zona del evento o en la del sitio.',
  'How dates are written, in the letters of PHP’s date().':
    'Cómo se escriben las fechas, con las letras de date() de PHP.',
  'How times are written, in the letters of PHP’s date().':
    'Cómo se escriben las horas, con las letras de date() de PHP.',
  'How many posts a page of a list has.': 'Cuántas entradas tiene una página de una lista.',
  'The first day of the week; 0 is Sunday.': 'El primer día de la semana; 0 es domingo.',
  'Whether new posts can be pinged.': 'Si las entradas nuevas admiten pings.',
  'Whether comments of new posts are open.': 'Si los comentarios de las entradas nuevas están abiertos.',
  'The address of the site.': 'La dirección del sitio.',
  'The address of the first administrator.': 'La dirección de correo del primer administrador.',
  'Whether emoticons become pictures.': 'Si los emoticonos se convierten en imágenes.',
  'The category of posts that have no other.': 'La categoría de las entradas que no tienen otra.',
  'The format of posts that have no other.': 'El formato de las entradas que no tienen otro.',
  'What the first page shows.': 'Qué muestra la primera página.',
  'The page that is the first page.': 'La página que sirve de primera página.',
  'The page that shows the newest posts.': 'La página que muestra las entradas más recientes.',
  'The id of the site’s logo.': 'El identificador del logotipo del sitio.',
  'The id of the site’s icon.': 'El identificador del icono del sitio.',
  '{name} is not what it has to be.': '{name} no es lo que debe ser.',
  '{name} is not a time zone.': '{name} no es una zona horaria.',
  '{name} cannot be changed here.': '{name} no se puede cambiar aquí.',
  'The default language of a site is chosen at its first start.':
    'El idioma predeterminado de un sitio se elige en su primer arranque.',
};
