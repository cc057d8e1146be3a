import type { Catalogue } from '@almanac/i18n';

/** What concerns the settings of the site, in French (Canada). */
export const settings: Catalogue = {
  'The name of the site.': 'Le nom du site.',
  'What the site is about, in a few words.': 'Ce dont parle le site, en quelques mots.',
  'The time zone of the site’s clocks.': 'Le fuseau horaire des horloges du site.',
  'The language whose addresses name none; chosen at the first start.':
    'La langue dont les adresses n’en nomment aucune; choisie au premier démarrage.',
  'The sign of the currency of costs.': 'Le symbole de la monnaie des prix.',
  'The currency of costs, in three letters.': 'La monnaie des prix, en trois lettres.',
  'Where the sign of the currency stands.': 'Où se place le symbole de la monnaie.',
  'How many events a page of a list has.': 'Combien d’événements compte une page d’une liste.',
  'When a day of the calendar ends and the next begins: HH:MM.':
    'Quand un jour du calendrier finit et que le suivant commence : HH:MM.',
  'Whether times are shown in the event’s own zone or in the site’s.':
    'Si les heures s’affichent dans le fuseau de l’événement ou dans celui du site.',
  'How dates are written, in the letters of PHP’s date().':
    'Comment les dates s’écrivent, avec les lettres de date() de PHP.',
  'How times are written, in the letters of PHP’s date().':
    'Comment les heures s’écrivent, avec les lettres de date() de PHP.',
  'How many posts a page of a list has.': 'Combien d’articles compte une page d’une liste.',
  'The first day of the week; 0 is Sunday.': 'Le premier jour de la semaine; 0 est dimanche.',
  'Whether new posts can be pinged.': 'Si les nouveaux articles acceptent les pings.',
  'Whether comments of new posts are open.': 'Si les commentaires des nouveaux articles sont ouverts.',
  'The address of the site.': 'L’adresse du site.',
  'The address of the first administrator.': 'L’adresse électronique du premier administrateur.',
  'Whether emoticons become pictures.': 'Si les émoticônes deviennent des images.',
  'The category of posts that have no other.': 'La catégorie des articles qui n’en ont pas d’autre.',
  'The format of posts that have no other.': 'Le format des articles qui n’en ont pas d’autre.',
  'What the first page shows.': 'Ce que montre la première page.',
  'The page that is the first page.': 'La page qui sert de première page.',
  'The page that shows the newest posts.': 'La page qui montre les articles les plus récents.',
  'The id of the site’s logo.': 'L’identifiant du logo du site.',
  'The id of the site’s icon.': 'L’identifiant de l’icône du site.',
  '{name} is not what it has to be.': '{name} n’est pas ce qu’il doit être.',
  '{name} is not a time zone.': '{name} n’est pas un fuseau horaire.',
  '{name} cannot be changed here.': '{name} ne peut pas être modifié ici.',
  'The default language of a site is chosen at its first start.':
    'La langue par défaut d’un site est choisie à son premier démarrage.',
};
