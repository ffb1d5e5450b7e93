import { expect, test } from "vitest";
import { cityInSentence, fullCityName } from "./city";

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
  ["Town and Village of Harrison", "Town and Village of Harrison"],
  ["Town/Village of Mount Kisco", "Town/Village of Mount Kisco"],
  ["Incorporated Village of Garden City", "Incorporated Village of Garden City"],
  ["Inc. Village of Garden City", "Inc. Village of Garden City"],
  ["Parish of Orleans", "Parish of Orleans"],
  ["City-Parish of Baton Rouge", "City-Parish of Baton Rouge"],
  ["Municipality and Borough of Skagway", "Municipality and Borough of Skagway"],
  ["Consolidated Municipality of Carson City", "Consolidated Municipality of Carson City"],
  ["Unified Government of Wyandotte County", "Unified Government of Wyandotte County"],
  ["Home Rule Municipality of Monroeville", "Home Rule Municipality of Monroeville"],
  ["Plantation of Rangeley", "Plantation of Rangeley"],
  ["Commonwealth of Puerto Rico", "Commonwealth of Puerto Rico"],
  ["City\u00a0of  Napa", "City\u00a0of  Napa"],
  ["Boroughville", "City of Boroughville"],
  ["State Center", "City of State Center"],
  ["The Dalles", "City of The Dalles"],
  ["Isle of Palms", "City of Isle of Palms"],
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

test.each([
  ["Daly City", null, "the City of Daly City"],
  ["Municipality of Anchorage", null, "the Municipality of Anchorage"],
  ["Anchorage", "Municipality of Anchorage", "the Municipality of Anchorage"],
  ["Marin", "The County of Marin", "the County of Marin"],
  ["Chicago", "The Chicago Building Office", "the Chicago Building Office"],
  ["Los Angeles", "Los Angeles County", "Los Angeles County"],
])("in a sentence, %s with the full name %s is %s", (name, fullName, written) => {
  expect(cityInSentence({ name, fullName })).toBe(written);
});
