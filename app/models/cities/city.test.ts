import { expect, test } from "vitest";
import { fullCityName } from "./city";

test.each([
  ["Oakville", "City of Oakville"],
  ["Daly City", "City of Daly City"],
  ["Village Park", "City of Village Park"],
  ["Cityville", "City of Cityville"],
  ["Marin County", "City of Marin County"],
  ["Town and Country", "City of Town and Country"],
  ["City of Napa", "City of Napa"],
  ["city of Napa", "city of Napa"],
  ["The City of Napa", "City of Napa"],
  ["Town of Ross", "Town of Ross"],
  ["Village of Park Forest", "Village of Park Forest"],
  ["County of Marin", "County of Marin"],
  ["Township of Falls", "Township of Falls"],
  ["Charter Township of Canton", "Charter Township of Canton"],
  ["Borough of Media", "Borough of Media"],
  ["Municipality of Anchorage", "Municipality of Anchorage"],
  ["District of Columbia", "District of Columbia"],
  ["City and County of San Francisco", "City and County of San Francisco"],
  ["City & Borough of Juneau", "City & Borough of Juneau"],
  ["Metropolitan Government of Nashville", "Metropolitan Government of Nashville"],
])("documents call %s the %s", (name, written) => {
  expect(fullCityName({ name })).toBe(written);
  expect(fullCityName({ name, fullName: null })).toBe(written);
});

test('a city\'s own full name is written as it is, after one "the"', () => {
  expect(fullCityName({ name: "Marin", fullName: "County of Marin" })).toBe("County of Marin");
  expect(fullCityName({ name: "Los Angeles", fullName: "Los Angeles County" })).toBe("Los Angeles County");
  expect(fullCityName({ name: "Chicago", fullName: "The Chicago Building Office" })).toBe(
    "Chicago Building Office",
  );
});
