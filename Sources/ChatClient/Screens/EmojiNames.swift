import ChatProtocol

/// The emoji by their names: for `:name:` in sent texts, for completion and for the picker.
enum EmojiNames {
    /// An emoji with one of its names.
    struct Named: Equatable, Sendable {
        /// The name, with `_` between its words.
        var name: String
        var emoji: String
    }

    /// All names: the common ones first, then Unicode's.
    private static let all: [Named] = {
        let words = EmojiTable.text.split(whereSeparator: \.isWhitespace).map(String.init)
        let common = stride(from: 0, to: words.count - 1, by: 2).map { Named(name: words[$0], emoji: words[$0 + 1]) }
        let ranges: [ClosedRange<UInt32>] = [0x231A...0x23FF, 0x2600...0x27BF, 0x2B1B...0x2B55, 0x1F300...0x1FAFF]
        return common
            + ranges.joined().compactMap { value in
                guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation,
                    !scalar.properties.isEmojiModifier, let name = scalar.properties.name
                else { return nil }
                return Named(name: name.lowercased().replacing(" ", with: "_"), emoji: String(scalar))
            }
    }()

    private static let emoji = Dictionary(all.map { ($0.name, $0.emoji) }) { first, _ in first }

    /// Returns the emoji of a name; nil for an unknown name.
    static func emoji(named name: some StringProtocol) -> String? { emoji[name.lowercased()] }

    /// Returns the emoji of a text of the form `:name:`; nil for any other text.
    static func emoji(of text: String) -> String? {
        guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else { return nil }
        return emoji(named: text.dropFirst().dropLast())
    }

    /// Returns the emoji with a name that contains these words or beginnings of words, without duplicates.
    ///
    /// The exact name comes first, then names with this beginning, then the others. Within each group, the common names
    /// come first.
    static func fitting(_ text: String) -> [Named] {
        let wanted = SearchWords.folded(text).split { $0 == "_" || $0.isWhitespace }
        guard !wanted.isEmpty else { return [] }
        let beginning = wanted.joined(separator: "_")
        let ranked = all.enumerated().compactMap { index, named -> (rank: Int, index: Int)? in
            if named.name == beginning { return (0, index) }
            if named.name.hasPrefix(beginning) { return (1, index) }
            let words = named.name.split(separator: "_")
            return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } } ? (2, index) : nil
        }
        return once(ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { all[$0.index] })
    }

    /// The most used emoji.
    static let common = once(Array(all.prefix(80)))

    private static func once(_ named: [Named]) -> [Named] {
        var known: Set<String> = []
        return named.filter { known.insert($0.emoji.filter { $0 != "\u{FE0F}" }).inserted }
    }

    // MARK: In texts

    /// Returns the text with each `:name:` replaced by its emoji.
    ///
    /// Unknown names stay. So do names in an address, between backticks, or next to a letter or digit (10:30:45).
    static func replaced(in text: String) -> String {
        guard text.contains(":") else { return text }
        var (replaced, rest) = ("", text[...])
        var last: Character = " "
        while let character = rest.first {
            if character == "`", let code = code(at: rest) {
                replaced += code
                (rest, last) = (rest[code.endIndex...], "`")
            } else if last.isWhitespace, let address = address(at: rest) {
                replaced += address
                (rest, last) = (rest[address.endIndex...], "a")
            } else if character == ":", last != ":", !last.isLetter, !last.isNumber, let (emoji, end) = named(at: rest)
            {
                replaced += emoji
                (rest, last) = (rest[end...], "`")
            } else {
                replaced.append(character)
                rest.removeFirst()
                last = character
            }
        }
        return replaced
    }

    /// Returns the code at the beginning of the text: it ends with as many backticks as it begins with. Nil if it does
    /// not end.
    private static func code(at text: Substring) -> Substring? {
        let marks = text.prefix { $0 == "`" }
        var rest = text[marks.endIndex...]
        while let next = rest.firstIndex(of: "`") {
            let closing = rest[next...].prefix { $0 == "`" }
            if closing.count == marks.count { return text[..<closing.endIndex] }
            rest = rest[closing.endIndex...]
        }
        return nil
    }

    /// Returns the word at the beginning of the text if it contains an address; nil if not.
    private static func address(at text: Substring) -> Substring? {
        let word = text.prefix { !$0.isWhitespace }
        return word.contains("://") ? word : nil
    }

    /// Returns the emoji whose name is between colons at the beginning of the text, and the end of the name; nil if
    /// there is none.
    private static func named(at text: Substring) -> (emoji: String, end: Substring.Index)? {
        let name = text.dropFirst().prefix(64).prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0))
        }
        guard text[name.endIndex...].first == ":", let emoji = emoji(named: name) else { return nil }
        let end = text.index(after: name.endIndex)
        guard let next = text[end...].first else { return (emoji, end) }
        return next.isLetter || next.isNumber ? nil : (emoji, end)
    }
}

/// Names of emoji known from GitHub and other chats: those of gemoji, the most used emoji first.
///
/// Names that are equal to Unicode's own are left out, because ``EmojiNames`` adds those.
enum EmojiTable {
    /// Each name, followed by its emoji.
    static let text = """
        joy 😂  heart ❤️  rofl 🤣  +1 👍  thumbsup 👍  sob 😭  pray 🙏  kissing_heart 😘
        smiling_face_with_three_hearts 🥰  heart_eyes 😍  blush 😊  tada 🎉  grin 😁  two_hearts 💕  pleading_face 🥺
        sweat_smile 😅  fire 🔥  relaxed ☺️  facepalm 🤦  hearts ♥️  shrug 🤷  roll_eyes 🙄  laughing 😆  satisfied 😆
        hugs 🤗  wink 😉  birthday 🎂  thinking 🤔  clap 👏  slightly_smiling_face 🙂  flushed 😳  partying_face 🥳
        sunglasses 😎  ok_hand 👌  purple_heart 💜  pensive 😔  muscle 💪  sparkles ✨  sparkling_heart 💖  eyes 👀
        yum 😋  smirk 😏  cry 😢  point_right 👉  heartpulse 💗  weary 😩  100 💯  rose 🌹  revolving_hearts 💞  balloon 🎈
        blue_heart 💙  smiley 😃  rage 😡  pout 😡  bouquet 💐  stuck_out_tongue_winking_eye 😜  see_no_evil 🙈
        crossed_fingers 🤞  smile 😄  drooling_face 🤤  raised_hands 🙌  zany_face 🤪  heavy_heart_exclamation ❣️
        grinning 😀  kiss 💋  skull 💀  point_down 👇  broken_heart 💔  relieved 😌  heartbeat 💓  star_struck 🤩
        upside_down_face 🙃  grimacing 😬  scream 😱  sleeping 😴  hand_over_mouth 🤭  neutral_face 😐  sun_with_face 🌞
        unamused 😒  innocent 😇  cherry_blossom 🌸  smiling_imp 😈  notes 🎶  confetti_ball 🎊  hot_face 🥵
        disappointed 😞  green_heart 💚  sunny ☀️  black_heart 🖤  moneybag 💰  kissing_closed_eyes 😚  crown 👑
        gift 🎁  boom 💥  collision 💥  raising_hand 🙋  frowning_face ☹️  expressionless 😑  woozy_face 🥴
        point_left 👈  poop 💩  white_check_mark ✅  wave 👋  handshake 🤝  -1 👎  thumbsdown 👎  rocket 🚀  bug 🐛
        bulb 💡  warning ⚠️  star ⭐  rainbow 🌈  coffee ☕  pizza 🍕  beer 🍺  beers 🍻  clinking_glasses 🥂
        musical_note 🎵  pushpin 📌  date 📅  paperclip 📎  link 🔗  camping 🏕️  tent ⛺  rowboat 🚣  house 🏠  car 🚗
        red_car 🚗  airplane ✈️  earth_africa 🌍  dog 🐶  cat 🐱  kissing 😗  kissing_smiling_eyes 😙
        stuck_out_tongue 😛  stuck_out_tongue_closed_eyes 😝  money_mouth_face 🤑  shushing_face 🤫
        zipper_mouth_face 🤐  raised_eyebrow 🤨  no_mouth 😶  shaking_face 🫨  sleepy 😪  mask 😷
        face_with_head_bandage 🤕  vomiting_face 🤮  cold_face 🥶  exploding_head 🤯  cowboy_hat_face 🤠
        monocle_face 🧐  confused 😕  worried 😟  open_mouth 😮  hushed 😯  astonished 😲  frowning 😦  anguished 😧
        fearful 😨  cold_sweat 😰  disappointed_relieved 😥  confounded 😖  persevere 😣  sweat 😓  triumph 😤  angry 😠
        cursing_face 🤬  skull_and_crossbones ☠️  alien 👽  space_invader 👾  robot 🤖  smiley_cat 😺  smile_cat 😸
        joy_cat 😹  heart_eyes_cat 😻  smirk_cat 😼  kissing_cat 😽  scream_cat 🙀  pouting_cat 😾  hear_no_evil 🙉
        speak_no_evil 🙊  cupid 💘  gift_heart 💝  pink_heart 🩷  light_blue_heart 🩵  grey_heart 🩶  anger 💢  dizzy 💫
        sweat_drops 💦  dash 💨  hole 🕳️  left_speech_bubble 🗨️  right_anger_bubble 🗯️  zzz 💤
        raised_hand_with_fingers_splayed 🖐️  hand ✋  vulcan_salute 🖖  leftwards_pushing_hand 🫷
        rightwards_pushing_hand 🫸  love_you_gesture 🤟  metal 🤘  point_up_2 👆  point_up ☝️  fist_raised ✊  fist ✊
        fist_oncoming 👊  facepunch 👊  punch 👊  fist_left 🤛  fist_right 🤜  open_hands 👐  writing_hand ✍️
        nail_care 💅  eye 👁️  lips 👄  blond_haired_person 👱  frowning_person 🙍  pouting_face 🙎  no_good 🙅
        ok_person 🙆  tipping_hand_person 💁  bow 🙇  cop 👮  detective 🕵️  guard 💂  person_with_turban 👳
        woman_with_headscarf 🧕  person_in_tuxedo 🤵  person_with_veil 👰  breast_feeding 🤱  angel 👼  santa 🎅
        mrs_claus 🤶  massage 💆  walking 🚶  running 🏃  woman_dancing 💃  business_suit_levitating 🕴️  dancers 👯
        sauna_person 🧖  climbing 🧗  person_fencing 🤺  skier ⛷️  golfing 🏌️  bouncing_ball_person ⛹️
        weight_lifting 🏋️  cartwheeling 🤸  wrestling 🤼  handball_person 🤾  juggling_person 🤹  lotus_position 🧘
        sleeping_bed 🛌  couple 👫  couplekiss 💏  speaking_head 🗣️  dog2 🐕  wolf 🐺  cat2 🐈  lion 🦁  tiger 🐯
        tiger2 🐅  horse 🐴  moose 🫎  donkey 🫏  racehorse 🐎  unicorn 🦄  zebra 🦓  cow 🐮  cow2 🐄  pig 🐷  pig2 🐖
        camel 🐫  giraffe 🦒  mouse 🐭  mouse2 🐁  hamster 🐹  rabbit 🐰  rabbit2 🐇  chipmunk 🐿️  bear 🐻  feet 🐾
        hatched_chick 🐥  dove 🕊️  wing 🪽  goose 🪿  frog 🐸  whale 🐳  whale2 🐋  flipper 🐬  shell 🐚  jellyfish 🪼
        bee 🐝  spider 🕷️  spider_web 🕸️  rosette 🏵️  hyacinth 🪻  shamrock ☘️  leaves 🍃  orange 🍊  mandarin 🍊
        apple 🍎  kiwi_fruit 🥝  eggplant 🍆  corn 🌽  hot_pepper 🌶️  ginger_root 🫚  pea_pod 🫛  cheese 🧀  fries 🍟
        hotdog 🌭  fried_egg 🍳  stew 🍲  salt 🧂  bento 🍱  rice 🍚  curry 🍛  ramen 🍜  sweet_potato 🍠  fish_cake 🍥
        icecream 🍦  cake 🍰  milk_glass 🥛  tea 🍵  sake 🍶  champagne 🍾  cocktail 🍸  mate 🧉  plate_with_cutlery 🍽️
        knife 🔪  earth_americas 🌎  earth_asia 🌏  world_map 🗺️  japan 🗾  mountain_snow 🏔️  mountain ⛰️
        beach_umbrella 🏖️  desert 🏜️  desert_island 🏝️  national_park 🏞️  stadium 🏟️  classical_building 🏛️
        building_construction 🏗️  bricks 🧱  houses 🏘️  derelict_house 🏚️  office 🏢  post_office 🏣
        shinto_shrine ⛩️  cityscape 🏙️  city_sunset 🌆  city_sunrise 🌇  hotsprings ♨️  barber 💈
        bullettrain_side 🚄  bullettrain_front 🚅  train2 🚆  train 🚋  blue_car 🚙  truck 🚚  racing_car 🏎️
        motorcycle 🏍️  bike 🚲  kick_scooter 🛴  busstop 🚏  motorway 🛣️  railway_track 🛤️  oil_drum 🛢️  fuelpump ⛽
        rotating_light 🚨  traffic_light 🚥  stop_sign 🛑  construction 🚧  boat ⛵  passenger_ship 🛳️  ferry ⛴️
        motor_boat 🛥️  small_airplane 🛩️  flight_departure 🛫  flight_arrival 🛬  artificial_satellite 🛰️
        bellhop_bell 🛎️  hourglass_flowing_sand ⏳  stopwatch ⏱️  timer_clock ⏲️  mantelpiece_clock 🕰️  new_moon 🌑
        waxing_crescent_moon 🌒  first_quarter_moon 🌓  moon 🌔  waxing_gibbous_moon 🌔  full_moon 🌕
        waning_gibbous_moon 🌖  last_quarter_moon 🌗  waning_crescent_moon 🌘  thermometer 🌡️  star2 🌟  stars 🌠
        cloud ☁️  partly_sunny ⛅  cloud_with_lightning_and_rain ⛈️  sun_behind_small_cloud 🌤️
        sun_behind_large_cloud 🌥️  sun_behind_rain_cloud 🌦️  cloud_with_rain 🌧️  cloud_with_snow 🌨️
        cloud_with_lightning 🌩️  tornado 🌪️  fog 🌫️  wind_face 🌬️  open_umbrella ☂️  umbrella ☔
        parasol_on_ground ⛱️  zap ⚡  snowflake ❄️  snowman_with_snow ☃️  snowman ⛄  comet ☄️  ocean 🌊
        jack_o_lantern 🎃  sparkler 🎇  bamboo 🎍  dolls 🎎  flags 🎏  rice_scene 🎑  red_envelope 🧧
        reminder_ribbon 🎗️  tickets 🎟️  medal_military 🎖️  medal_sports 🏅  1st_place_medal 🥇  2nd_place_medal 🥈
        3rd_place_medal 🥉  soccer ⚽  basketball 🏀  football 🏈  tennis 🎾  cricket_game 🏏  field_hockey 🏑
        ice_hockey 🏒  lacrosse 🥍  ping_pong 🏓  badminton 🏸  golf ⛳  ice_skate ⛸️  ski 🎿  dart 🎯  yo_yo 🪀  gun 🔫
        8ball 🎱  joystick 🕹️  jigsaw 🧩  spades ♠️  diamonds ♦️  clubs ♣️  chess_pawn ♟️  black_joker 🃏  mahjong 🀄
        framed_picture 🖼️  art 🎨  thread 🧵  yarn 🧶  dark_sunglasses 🕶️  shirt 👕  tshirt 👕  one_piece_swimsuit 🩱
        swim_brief 🩲  folding_hand_fan 🪭  shopping 🛍️  shoe 👞  high_heel 👠  sandal 👡  boot 👢  hair_pick 🪮
        tophat 🎩  mortar_board 🎓  rescue_worker_helmet ⛑️  gem 💎  mute 🔇  sound 🔉  loud_sound 🔊  loudspeaker 📢
        mega 📣  no_bell 🔕  studio_microphone 🎙️  level_slider 🎚️  control_knobs 🎛️  headphones 🎧  drum 🥁
        maracas 🪇  flute 🪈  iphone 📱  calling 📲  phone ☎️  telephone ☎️  fax 📠  computer 💻  desktop_computer 🖥️
        printer 🖨️  keyboard ⌨️  computer_mouse 🖱️  trackball 🖲️  cd 💿  film_strip 🎞️  film_projector 📽️
        clapper 🎬  tv 📺  camera_flash 📸  vhs 📼  mag 🔍  mag_right 🔎  candle 🕯️  flashlight 🔦  lantern 🏮  book 📖
        newspaper_roll 🗞️  label 🏷️  yen 💴  dollar 💵  euro 💶  pound 💷  chart 💹  envelope ✉️  email 📧  e-mail 📧
        envelope_with_arrow 📩  mailbox 📫  mailbox_closed 📪  mailbox_with_mail 📬  mailbox_with_no_mail 📭
        ballot_box 🗳️  pencil2 ✏️  black_nib ✒️  fountain_pen 🖋️  pen 🖊️  paintbrush 🖌️  crayon 🖍️  pencil 📝
        card_index_dividers 🗂️  calendar 📆  spiral_notepad 🗒️  spiral_calendar 🗓️  paperclips 🖇️  scissors ✂️
        card_file_box 🗃️  file_cabinet 🗄️  wastebasket 🗑️  unlock 🔓  old_key 🗝️  pick ⛏️  hammer_and_pick ⚒️
        hammer_and_wrench 🛠️  dagger 🗡️  crossed_swords ⚔️  shield 🛡️  gear ⚙️  clamp 🗜️  balance_scale ⚖️
        chains ⛓️  alembic ⚗️  dna 🧬  satellite 📡  x_ray 🩻  bed 🛏️  couch_and_lamp 🛋️  soap 🧼  shopping_cart 🛒
        smoking 🚬  coffin ⚰️  funeral_urn ⚱️  atm 🏧  put_litter_in_its_place 🚮  potable_water 🚰  wheelchair ♿
        wc 🚾  no_smoking 🚭  do_not_litter 🚯  non-potable_water 🚱  underage 🔞  radioactive ☢️  biohazard ☣️
        arrow_up ⬆️  arrow_upper_right ↗️  arrow_right ➡️  arrow_lower_right ↘️  arrow_down ⬇️
        arrow_lower_left ↙️  arrow_left ⬅️  arrow_upper_left ↖️  arrow_up_down ↕️  left_right_arrow ↔️
        leftwards_arrow_with_hook ↩️  arrow_right_hook ↪️  arrow_heading_up ⤴️  arrow_heading_down ⤵️
        arrows_clockwise 🔃  arrows_counterclockwise 🔄  back 🔙  end 🔚  on 🔛  soon 🔜  top 🔝  atom_symbol ⚛️  om 🕉️
        star_of_david ✡️  wheel_of_dharma ☸️  yin_yang ☯️  latin_cross ✝️  orthodox_cross ☦️
        star_and_crescent ☪️  peace_symbol ☮️  menorah 🕎  six_pointed_star 🔯  khanda 🪯  repeat 🔁  repeat_one 🔂
        arrow_forward ▶️  fast_forward ⏩  next_track_button ⏭️  play_or_pause_button ⏯️  arrow_backward ◀️
        rewind ⏪  previous_track_button ⏮️  arrow_up_small 🔼  arrow_double_up ⏫  arrow_down_small 🔽
        arrow_double_down ⏬  pause_button ⏸️  stop_button ⏹️  record_button ⏺️  eject_button ⏏️  low_brightness 🔅
        high_brightness 🔆  signal_strength 📶  wireless 🛜  female_sign ♀️  male_sign ♂️  transgender_symbol ⚧️
        heavy_multiplication_x ✖️  infinity ♾️  bangbang ‼️  interrobang ⁉️  question ❓  grey_question ❔
        grey_exclamation ❕  exclamation ❗  heavy_exclamation_mark ❗  wavy_dash 〰️  medical_symbol ⚕️  recycle ♻️
        fleur_de_lis ⚜️  trident 🔱  beginner 🔰  ballot_box_with_check ☑️  heavy_check_mark ✔️  loop ➿
        part_alternation_mark 〽️  eight_spoked_asterisk ✳️  eight_pointed_black_star ✴️  sparkle ❇️  copyright ©️
        registered ®️  zero 0️⃣  one 1️⃣  two 2️⃣  three 3️⃣  four 4️⃣  five 5️⃣  six 6️⃣  seven 7️⃣  eight 8️⃣
        nine 9️⃣  capital_abcd 🔠  abcd 🔡  1234 🔢  symbols 🔣  abc 🔤  ab 🆎  cool 🆒  free 🆓  information_source ℹ️
        new 🆕  ng 🆖  o2 🅾️  ok 🆗  parking 🅿️  sos 🆘  up 🆙  vs 🆚  red_circle 🔴  orange_circle 🟠  yellow_circle 🟡
        green_circle 🟢  purple_circle 🟣  brown_circle 🟤  black_circle ⚫  white_circle ⚪  red_square 🟥
        orange_square 🟧  yellow_square 🟨  green_square 🟩  blue_square 🟦  purple_square 🟪  brown_square 🟫
        black_medium_square ◼️  white_medium_square ◻️  black_medium_small_square ◾  white_medium_small_square ◽
        black_small_square ▪️  white_small_square ▫️  small_red_triangle 🔺  small_red_triangle_down 🔻
        """
}
