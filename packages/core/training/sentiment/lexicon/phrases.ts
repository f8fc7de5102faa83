import type { GradedWords } from "./graded-words.ts";

/**
 * Phrases that mean something other than their single words, written for this project from general knowledge of
 * English. An underscore separates words, and `*` matches any one word. "Not" includes its contracted forms.
 */
export const phrases: readonly GradedWords[] = [
  {
    grade: 3.2,
    words: `
    blown_away blew_me_away blew_my_mind blows_my_mind head_over_heels second_to_none work_of_art works_of_art
    tour_de_force out_of_this_world over_the_moon on_cloud_nine to_die_for hits_the_spot hit_the_spot home_run
    knocked_it_out_of_the_park knocks_it_out_of_the_park out_of_the_park cream_of_the_crop best_of_the_best the_bomb
    the_shit the_bees_knees the_cat_'s_pajamas chef_'s_kiss a_must must_see must_have must_read must_watch must_buy
    top_notch first_rate first_class world_class five_stars 5_stars five_star 5_star 10/10 10_/_10 ten_out_of_ten
    10_out_of_10 highly_recommend highly_recommended strongly_recommend definitely_recommend would_recommend
    not_recommend_*_enough not_recommend_*_*_enough not_recommend_*_*_*_enough not_praise_*_enough not_thank_*_enough
    not_thank_*_*_enough not_say_enough_good not_say_enough not_get_enough not_be_happier not_be_more_pleased
    not_be_more_happy not_be_better not_have_been_better not_have_been_happier not_be_more_satisfied not_ask_for_more
    not_ask_for_better not_ask_for_a_better not_go_wrong never_goes_wrong not_beat_* not_be_beat not_put_*_down
    not_wait_to not_wait_for not_wait_until never_fails_to nothing_short_of never_disappoints never_disappoint
    never_disappointed never_fails never_lets_me_down never_let_me_down never_let_you_down not_stop_laughing
    not_stop_smiling not_live_without hands_down worth_every_penny worth_every_cent worth_every_minute worth_every_second
    worth_the_wait worth_the_price worth_the_money well_worth worth_seeing worth_watching worth_a_look worth_reading
    exceeded_my_expectations exceeds_expectations exceeded_expectations exceeded_all beyond_my_expectations
    above_and_beyond went_above_and_beyond works_like_a_charm worked_like_a_charm like_a_dream works_like_new
    as_good_as_new game_changer life_saver life_changing a_real_treat a_true_gem hidden_gem one_of_a_kind
    once_in_a_lifetime state_of_the_art love_at_first_sight made_my_day made_my_night made_my_week makes_my_day
    best_*_ever best_*_*_ever the_best_thing best_thing_ever fell_in_love falls_in_love fall_in_love in_love_with
    all_time_favorite all_time_favourite would_buy_again will_buy_again would_go_back will_be_back will_definitely_be_back
    not_disappointed not_be_disappointed will_not_be_disappointed will_not_disappoint does_not_disappoint
    not_disappoint did_not_disappoint will_not_regret not_regret no_regrets is_fire 's_fire was_fire straight_fire pure_fire
    so_fire absolute_fire is_the_goat 's_the_goat are_the_goat true_goat goes_hard hits_different slaps so_hard understood_the_assignment ate_that living_for_this
    hell_yeah hell_yes fuck_yes fuck_yeah so_freaking_good so_fucking_good damn_good pretty_damn_good badass`,
  },
  {
    grade: 2,
    words: `
    thumbs_up two_thumbs_up spot_on right_on on_point well_done good_job great_job nice_job nice_work good_work way_to_go
    good_luck good_for_you good_on_you happy_birthday happy_new_year merry_christmas happy_anniversary looking_forward
    look_forward can_not_complain not_complain no_complaints no_complaint no_problem no_problems no_issues no_issue
    no_trouble no_worries no_fuss no_hassle no_regrets not_bad not_too_bad not_half_bad not_so_bad not_too_shabby
    not_too_bad_at_all not_a_bad no_wonder never_boring never_dull never_gets_old never_get_tired never_tire never_gets_boring
    never_a_dull_moment not_a_dull_moment without_a_hitch without_any_problems without_any_issues without_problems
    without_a_problem problem_free good_value great_value great_deal good_deal great_price good_price good_quality
    high_quality top_quality high_end easy_to_use easy_to_install easy_to_set_up easy_on_the_eyes easy_to_follow
    simple_to_use as_described as_advertised as_expected does_the_job did_the_job gets_the_job_done does_the_trick
    did_the_trick works_great works_well works_fine works_perfectly worked_great worked_well works_as_advertised
    fits_like_a_glove fits_perfectly holds_up held_up stands_up lives_up_to lived_up_to keeps_you_guessing
    keeps_you_on_the_edge edge_of_your_seat edge_of_my_seat edge_of_*_seats laugh_out_loud laughed_out_loud
    tugs_at_the_heart pulls_at_the_heart warms_the_heart warm_your_heart from_the_heart close_to_my_heart sticks_with_you
    stays_with_you stay_with_you lingers_in grows_on_you grew_on_me grow_on_you pleasantly_surprised pleasant_surprise
    nice_surprise welcome_change breath_of_fresh_air step_up step_forward step_in_the_right_direction a_notch_above
    cut_above head_and_shoulders one_of_the_best one_of_my_favorite one_of_my_favorites one_of_*_finest as_good_as
    better_than_expected better_than_i_expected better_than_ever better_and_better more_than_satisfied
    more_than_happy more_than_enough money_well_spent time_well_spent bang_for_the_buck bang_for_your_buck
    give_it_a_try give_it_a_go check_it_out piece_of_cake on_the_ball on_top_of_the_world in_good_hands in_a_good_way
    in_the_best_way so_much_fun a_lot_of_fun lots_of_fun fun_to_watch a_joy_to a_pleasure_to a_delight_to a_treat
    feel_good feels_good feel_better feel_at_home down_to_earth true_to_life true_to_itself rings_true hits_home
    hits_the_mark on_the_mark hit_the_nail has_heart big_heart with_heart full_of_life larger_than_life
    packs_a_punch packs_a_wallop steals_the_show steals_every_scene stole_the_show big_fan huge_fan a_fan_of
    thank_you thanks_a_lot thank_god thank_goodness god_bless bless_you keep_it_up keep_up_the_good_work
    you_go_girl love_it love_you love_this i_love loving_it like_it_a_lot so_glad i_'m_glad no_longer_a_problem
    problem_solved stress_free carefree care_free cruelty_free second_chance brand_new good_sport good_sense
    good_time good_times great_time nice_to_meet nice_touch thought_provoking gut_wrenching heart_wrenching tongue_in_cheek sense_of_humor sense_of_humour light_hearted light_on_its_feet
    low_key_love no_cap a_vibe big_mood a_mood big_w huge_w took_the_l_not so_worth worth_it
    totally_worth_it worth_a_try clean_and_comfortable quick_and_easy fast_and_friendly melt_in_your_mouth
    melts_in_your_mouth melted_in_my_mouth cooked_to_perfection done_right right_up_my_alley up_my_alley my_cup_of_tea
    my_jam my_go_to go_to_place highly_entertaining deeply_felt richly_detailed never_seen_a_better never_had_a_better never_seen_better never_had_better hard_not_to_like hard_not_to_love
    hard_to_resist hard_to_beat hard_to_put_down not_help_but_smile not_help_but_laugh not_help_but_love`,
  },
  {
    grade: -3.2,
    words: `
    waste_of_time waste_of_money waste_of_my_time waste_of_my_money waste_of_your_time waste_of_space waste_of_talent
    waste_of_film waste_of_celluloid waste_your_time waste_your_money wasted_my_time wasted_my_money waste_my_time
    waste_of_two_hours wasted_two_hours wasted_*_hours hours_of_my_life minutes_of_my_life want_my_money_back
    want_my_time_back got_my_money_back get_my_money_back money_back want_a_refund piece_of_junk piece_of_crap
    piece_of_shit piece_of_garbage pieces_of_junk load_of_crap full_of_shit stay_away steer_clear avoid_at_all_costs
    avoid_this avoid_like_the_plague run_away do_not_buy not_buy_this never_buy never_again never_going_back
    never_go_back never_going_again never_return never_be_back not_be_back not_be_going_back not_be_returning
    not_go_back not_coming_back will_not_be_back not_recommend would_not_recommend not_recommended not_worth
    not_worth_it not_worth_the not_worth_your_time not_worth_your_money was_not_worth one_star 1_star zero_stars
    no_stars 0_stars 1_/_10 0_/_10 2_/_10 3_/_10 1/10 0/10 2/10 3/10 worst_*_ever worst_*_*_ever worst_ever
    worst_thing_ever worst_experience rip_off ripped_off ripped_me_off total_joke is_a_joke was_a_joke big_joke bad_joke sick_joke
    makes_me_sick make_me_sick made_me_sick sick_to_my_stomach want_to_puke makes_me_want_to_vomit makes_my_skin_crawl
    fell_apart falls_apart fall_apart falling_apart came_apart fell_flat falls_flat fall_flat broke_down broke_after
    stopped_working stop_working stops_working quit_working does_not_work did_not_work do_not_work not_working
    never_worked not_work not_even_work dead_on_arrival went_dead not_charge not_turn_on not_hold_a_charge
    not_function drop_the_ball dropped_the_ball hot_mess train_wreck dumpster_fire shit_show dog_shit hot_garbage
    absolute_garbage hunk_of_junk bored_to_tears bored_to_death bored_me bored_out_of_my_mind put_me_to_sleep
    puts_you_to_sleep fell_asleep fall_asleep like_watching_paint_dry watching_paint_dry nails_on_a_chalkboard
    root_canal walked_out walk_out no_redeeming without_a_single_laugh devoid_of bereft_of go_to_hell screw_you fuck_you
    fuck_off fuck_this fuck_that piss_off pissed_off pisses_me_off pissing_me_off sick_of sick_and_tired fed_up
    fed_up_with so_done_with had_enough last_straw can_not_stand not_stand not_stand not_bear made_me_want_to_leave
    slap_in_the_face kick_in_the_teeth broke_my_heart breaks_my_heart heart_broken shame_on_you shame_on
    never_coming_back no_customer_service customer_disservice false_advertising bait_and_switch not_as_advertised
    not_as_described not_as_pictured kill_me shoot_me poke_my_eyes gouge_my_eyes thanks_for_nothing`,
  },
  {
    grade: -2,
    words: `
    not_my_cup_of_tea not_for_me not_for_everyone nothing_special nothing_new nothing_to_write_home nothing_to_rave
    nothing_great nothing_more_than nothing_but_trouble no_good not_good no_use of_no_use not_great not_up_to_par
    below_par below_average not_enough not_so_good not_so_great not_that_great not_that_good not_impressed
    was_not_impressed unimpressed_by not_satisfied not_happy not_pleased not_funny not_fun not_like not_care
    not_care_for not_care_less could_care_less not_enjoy not_deliver not_live_up fails_to failed_to fail_to
    falls_short fell_short fall_short leaves_much_to_be_desired left_much_to_be_desired leaves_a_lot_to_be_desired
    leave_a_lot_to_be_desired leaves_something_to_be_desired could_have_been_better could_have_been_more could_be_better
    flat_tire flat_tires flat_tyre could_use_some could_use_a should_have_been could_have_been would_have_been_better would_have_been_nice
    would_have_liked would_have_preferred i_wish_it i_wish_they i_wished wish_it_had 
    wish_they_would had_high_hopes expected_more expected_better expecting_more expecting_better hoped_for_more
    hoping_for_more too_bad too_long too_short too_small too_big too_tight too_slow too_much too_many too_loud too_thin
    too_heavy too_salty too_sweet too_expensive too_predictable too_late too_little too_hard too_dark too_often
    too_slick too_clever_by_half too_simple too_complicated too_cold too_hot way_too over_priced over_rated
    over_the_top at_best at_worst at_your_own_risk buyer_beware let_down let_me_down lets_you_down letting_me_down
    bit_off go_wrong goes_wrong went_wrong going_wrong went_downhill goes_downhill gone_downhill down_the_drain
    down_the_toilet going_nowhere goes_nowhere go_nowhere gets_old got_old wears_thin wears_out wore_out worn_out
    wore_off running_on_empty runs_out_of_steam ran_out_of loses_steam out_of_order out_of_date out_of_place out_of_control
    lack_of lacks_a lack_the no_sense makes_no_sense made_no_sense does_not_make_sense not_make_sense 
    no_reason no_point no_apology no_response no_help no_chance no_excuse no_substance no_depth no_fun no_service no_hope
    without_any_humor without_substance hard_to_believe hard_to_watch hard_to_hear hard_to_use hard_to_follow hard_to_read
    hard_to_swallow hard_to_sit_through hard_time hard_pressed difficult_to_use sit_through sitting_through
    stay_home stay_at_home skip_it skip_this pass_on_this take_a_pass look_elsewhere think_twice save_your_money
    save_yourself save_your_time do_not_bother not_bother not_waste beware_of be_warned mixed_bag mixed_feelings
    hit_or_miss hit_and_miss so_so run_of_the_mill middle_of_the_road by_the_numbers by_the_book paint_by_numbers
    cookie_cutter been_there_done_that same_old seen_it_all_before seen_it_before heard_it_all_before direct_to_video
    straight_to_video made_for_tv sitcom_style movie_of_the_week beating_a_dead_horse dead_horse jump_the_shark
    jumped_the_shark tries_too_hard trying_too_hard try_too_hard more_like_a less_than
    less_than_stellar less_than_perfect less_than_the_sum far_from_perfect far_from_good far_cry a_far_cry
    not_even_close not_much not_much_of not_especially not_terribly
    no_match_for fair_warning bad_luck bad_news bad_taste bad_idea bad_day bad_service bad_quality bad_temper poor_quality
    low_quality low_end low_budget_look poor_service slow_service rude_service used_to_be used_to_love used_to_like
    used_to_enjoy went_off no_longer no_longer_works return_it returned_it returning_it send_it_back sent_it_back
    sent_back return_this had_to_return have_to_return had_to_replace had_to_wait waited_for_* still_waiting
    never_got never_arrived never_came never_showed not_arrive not_fit not_respond not_last did_not_last only_lasted
    after_a_week after_two_weeks hung_up_on put_off put_me_off turned_off turn_off big_turn_off rubbed_me_the_wrong_way
    get_on_my_nerves gets_on_my_nerves on_my_nerves drives_me_crazy drive_me_crazy drives_me_nuts drive_me_nuts
    drives_me_insane a_pain pain_in_the_ass pain_in_the_butt pain_in_the_neck big_pain in_the_worst_way
    in_a_bad_way in_trouble in_pain in_tears feel_sick feel_bad feel_like_shit feel_like_crap feels_cheap
    looks_cheap feel_sorry sorry_for_your_loss rest_in_peace not_feeling_well not_feeling_it not_feeling_good
    not_sleep can_not_sleep miss_you missing_you lost_my leave_me_alone shut_up give_me_a_break get_a_life get_over_it
     what_a_shame what_a_joke what_the_hell what_the_fuck what_a_waste what_a_mess oh_no god_no hell_no no_thanks
    no_thank_you not_cool not_ok not_okay not_right not_fair not_nice not_true not_a_fan big_l huge_l took_an_l took_the_l
    no_bueno sucks_to_be low_key_bad kinda_mid so_mid is_mid pretty_mid was_mid red_flag red_flags major_ick the_ick
    up_in_arms down_in_the_dumps under_the_weather tip_of_the_iceberg the_last_thing a_bit_much a_bit_too a_little_too
    little_more_than little_to_recommend nothing_about barely_edible barely_enough barely_works hardly_works short_of
    running_time_of excuse_for flash_in_the_pan bites_the_dust phone_it_in phoning_it_in phoned_it_in phoned_in
    going_through_the_motions goes_through_the_motions through_the_motions all_over_the_place over_and_over on_and_on
    drags_on dragged_on goes_on_too_long overstays_its_welcome outstays_its_welcome wears_out_its_welcome
     as_if_it pales_in_comparison dumbed_down watered_down cash_grab cash_in half_baked half_hearted ill_advised
    style_over_substance all_style lost_in_translation lost_cause skin_deep self_indulgent self_important
    mind_numbing off_putting off_the_mark misses_the_mark missed_the_mark miss_the_mark wide_of_the_mark
    too_good_to_be_true missing_something missed_opportunity`,
  },
  {
    grade: -0.8,
    words:
      "rather_than_* instead_of_* b_movie too_cute i_miss who_cares for_no_reason not_exactly not_particularly no_way no_idea if_only wish_i_had",
  },
  {
    grade: 0,
    words: `
    no_doubt good_morning good_night good_evening good_afternoon well_known as_well as_well_as a_great_deal at_least
    kind_of sort_of like_a like_the like_an looks_like look_like looked_like feels_like feel_like felt_like sounds_like
    sound_like would_like i_'d_like seems_like something_like things_like just_like more_like such_as_like last_night
    hard_drive hard_disk white_house new_hope killer_whale dark_knight love_story world_war war_on star_wars civil_war
    i_mean mean_to mean_by what_do_you_mean trust_fund real_estate supreme_court right_now right_there right_here
    all_right_then at_the_end_of_the_day by_the_way pretty_much well_then oh_well united_nations free_agent free_throw
    out_of_* at_all in_case_of super_bowl grand_opening grand_prix grand_jury best_friend_of best_before fair_enough
    no_one never_been_so never_been_more never_had_such never_seen_such never_felt_so never_felt_more never_had_so without_a_doubt without_doubt
    without_question not_only not_just just_in_case in_spite_of no_matter not_sure gross_margin gross_margins
    gross_profit gross_profits gross_income gross_revenue gross_sales gross_weight gross_salary gross_wage gross_wages
    gross_pay gross_amount gross_total gross_domestic has_sob had_sob with_sob denies_sob sob_on dear_sir dear_sirs
    dear_madam dear_mr dear_mrs dear_ms dear_dr dear_all dear_team dear_customer dear_customers dear_colleagues
    super_user super_users super_admin super_admins super_administrator super_league department_of_justice
    justice_department ministry_of_justice minister_of_justice court_of_justice works_at work_at works_for works_as
    kill_command kill_switch kill_signal yours_sincerely sincerely_yours yours_faithfully yours_truly kind_regards
    best_regards warm_regards has_a_capacity have_a_capacity market_share fine_print cancer_cell cancer_cells
    emergency_stop must_have_been must_have_had must_have_got must_have_come must_have_gone must_have_left
    must_have_lost must_have_made must_have_taken must_have_seen must_have_done must_have_forgotten smells_like
    tastes_like acts_like nothing_but pain_management pain_relief pain_killer pain_killers risk_management risk_factor
    risk_factors danger_zone error_message error_messages error_code war_memorial dead_sea dead_end_street
    funeral_home fire_department fire_station police_station crime_scene_investigation free_trade free_kick free_range
    free_of_charge gold_standard rich_text strong_password weak_acid sharp_edge fine_arts fine_tuning`,
  },
];
