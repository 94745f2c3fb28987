/** Spellings of makes and models that letter rules do not tell from each other; a line holds those of one name. */
export const FOREIGN_NAMES: readonly (readonly string[])[] = `
tracker трекер
chevrolet шевроле шевролет
trailblazer трейлблейзер
tahoe тахо
traverse траверс
lacetti лачетти
gentra джентра
hyundai хендай хёндай хундай хюндай
tucson туссан тусон
sportage спортейдж спортаж
daewoo дэу
mitsubishi мицубиси
land ленд
cruiser крузер
range рейндж ренж
jeep джип
volkswagen фольксваген волксваген
touareg туарег
peugeot пежо
renault рено
skoda шкода
porsche порше
cayenne кайен
benz бенц
geely джили
exeed эксид
jetour джетур
zeekr зикр
caterpillar катерпиллер катерпиллар
john джон
deere дир
bobcat бобкэт
doosan дусан
liebherr либхер
zoomlion зумлион
michelin мишлен
bridgestone бриджстоун
boeing боинг
bosch бош
siemens сименс
xiaomi сяоми шаоми ксиаоми
huawei хуавей
apple эппл
iphone айфон
ipad айпад
macbook макбук
acer эйсер
canon кэнон
kyocera киосера
windows виндоус
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
