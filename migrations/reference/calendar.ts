/**
 * Where the five-day week of Uzbekistan does not hold, by year, as `MM-DD`. `~`: the day of a feast of the lunar calendar
 * that was not announced yet and may move by a day or two.
 */
interface Year {
  /** Holidays by law, also those on a weekend. */
  holidays: string;
  /** Monday after a holiday on a weekend, by law since 30 April 2023. */
  observed: string;
  /** Days off given by decree. */
  decreed: string;
  /** `worked>off`: a Saturday worked in exchange for a day off. */
  moved: string;
}

export const CALENDAR: Record<number, Year> = {
  2019: {
    holidays: '01-01 03-08 03-21 05-09 06-05 08-11 09-01 10-01 12-08',
    observed: '',
    decreed: '01-02 03-22 09-02',
    moved: '01-05>01-03 06-01>06-06 09-07>09-03 12-28>12-31',
  },
  2020: {
    holidays: '01-01 03-08 03-21 05-09 05-24 07-31 09-01 10-01 12-08',
    observed: '',
    decreed: '03-23',
    moved: '01-04>01-02 08-29>08-31',
  },
  2021: {
    holidays: '01-01 03-08 03-21 05-09 05-13 07-20 09-01 10-01 12-08',
    observed: '',
    decreed: '05-14 09-02 09-03 12-31',
    moved: '03-27>03-22 07-17>07-21 07-24>07-22',
  },
  2022: {
    holidays: '01-01 03-08 03-21 05-02 05-09 07-09 09-01 10-01 12-08',
    observed: '',
    decreed: '01-03 03-22 03-23 05-03 07-11 09-02',
    moved: '01-08>01-04 05-07>05-04 07-16>07-12',
  },
  2023: {
    holidays: '01-01 03-08 03-21 04-21 05-09 06-28 09-01 10-01 12-08',
    observed: '10-02',
    decreed: '01-02 04-24 06-29 06-30',
    moved: '01-07>01-03 03-11>03-20 03-25>03-22',
  },
  2024: {
    holidays: '01-01 03-08 03-21 04-10 05-09 06-16 09-01 10-01 12-08',
    observed: '06-17 09-02 12-09',
    decreed: '03-22 04-11 06-18 09-03 12-31',
    moved: '01-06>01-02 04-13>04-12 12-14>12-30',
  },
  2025: {
    holidays: '01-01 03-08 03-21 03-30 05-09 06-06 09-01 10-01 12-08',
    observed: '03-10 03-31',
    decreed: '12-31',
    moved: '01-04>01-02',
  },
  2026: {
    holidays: '01-01 03-08 03-20~ 03-21 05-09 05-27~ 09-01 10-01 12-08',
    observed: '03-09 03-23 05-11',
    decreed: '01-02 05-28 05-29 08-31',
    moved: '12-12>12-31',
  },
  2027: {
    holidays: '01-01 03-08 03-09~ 03-21 05-09 05-16~ 09-01 10-01 12-08',
    observed: '03-22 05-10 05-17~',
    decreed: '',
    moved: '',
  },
  2028: {
    holidays: '01-01 02-26~ 03-08 03-21 05-05~ 05-09 09-01 10-01 12-08',
    observed: '01-03 02-28~ 10-02',
    decreed: '',
    moved: '',
  },
};
